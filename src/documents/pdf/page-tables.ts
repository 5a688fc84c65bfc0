import type { Findings } from "#documents/blocks";
import type { PageLine } from "./line.ts";
import type { Pdfium } from "./pdfium.ts";
import { readRules } from "./rules.ts";
import { alignedTables, fewestRows, ruledTables, type FoundTable } from "./table-shapes.ts";
import { middleOf, readWords, type PageWord } from "./words.ts";

// Three lines each way are the least that makes two rows of two cells.
const fewestRules = 3;
const mostRuns = 100;

/** Tables with rules. */
export function tablesOn(pdfium: Pdfium, page: number, textPage: number): readonly FoundTable[] {
  const rules = readRules(pdfium, page);
  const flat = rules.filter((rule) => rule.isFlat).length;
  if (flat < fewestRules || rules.length - flat < fewestRules) return [];
  return ruledTables(readWords(pdfium, textPage), rules).tables;
}

/** Tables without rules, looked for only among lines that are rows: a wrong guess would tear prose apart. */
export function tablesAmong(lines: readonly PageLine[], readWordsNow: () => readonly PageWord[]): readonly FoundTable[] {
  const runs = rowRuns(lines)
    .filter(({ length }) => length >= fewestRows)
    .slice(0, mostRuns);
  if (runs.length === 0) return [];
  const words = readWordsNow();
  return runs.flatMap((run) => alignedTables(wordsAmong(words, run)));
}

function rowRuns(lines: readonly PageLine[]): readonly (readonly PageLine[])[] {
  const runs: PageLine[][] = [];
  let before: PageLine | undefined;
  for (const line of lines) {
    if (line.isRow === true && before?.isRow === true && line.top < before.top) runs.at(-1)?.push(line);
    else if (line.isRow === true) runs.push([line]);
    before = line;
  }
  return runs;
}

function wordsAmong(words: readonly PageWord[], run: readonly PageLine[]): readonly PageWord[] {
  const all = (pick: (line: PageLine) => number): readonly number[] => run.map(pick);
  const least = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const slack = most(all(({ size }) => size)) / 2;
  const [left, right] = [least(all((line) => line.left)) - slack, most(all((line) => line.right)) + slack];
  const [bottom, top] = [least(all((line) => line.bottom)), most(all((line) => line.top + line.size))];
  return words.filter((word) => middleOf(word) > bottom && middleOf(word) < top && word.left > left && word.right < right);
}

/** The page in order: lines, and in the place of the first line of each table the table. A line that is only partly in one stays. */
export function withTables(lines: readonly PageLine[], tables: readonly FoundTable[]): readonly ({ readonly lines: readonly PageLine[] } | FoundTable)[] {
  if (tables.length === 0) return [{ lines }];
  const parts: ({ lines: PageLine[] } | FoundTable)[] = [];
  const shown = new Set<FoundTable>();
  for (const line of lines) {
    const table = tables.find((one) => isInside(line, one));
    const last = parts.at(-1);
    if (table === undefined) {
      if (last !== undefined && "lines" in last) last.lines.push(line);
      else parts.push({ lines: [line] });
    } else if (!shown.has(table)) {
      parts.push(table);
      shown.add(table);
    }
  }
  return parts;
}

export function writeTable(out: Findings, number: number, { rows }: Pick<FoundTable, "rows">): void {
  out.block({ kind: "table", number });
  for (const cells of rows) out.block({ kind: "row", cells });
  out.block({ kind: "table-end" });
}

function isInside(line: PageLine, { left, right, top, bottom }: FoundTable): boolean {
  const slack = line.size / 2;
  return line.left > left - slack && line.right < right + slack && line.top < top && line.bottom > bottom - slack;
}
