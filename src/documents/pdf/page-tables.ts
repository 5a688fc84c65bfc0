import type { Findings } from "#documents/blocks";
import type { Line } from "./lines.ts";
import type { Pdfium } from "./pdfium.ts";
import { readRules } from "./rules.ts";
import { ruledTables, type FoundTable } from "./table-shapes.ts";
import { readWords } from "./words.ts";

// Three lines each way are the least that makes two rows of two cells.
const fewestRules = 3;

/** Tables among the text: only those with rules, because a wrong guess would tear prose apart. */
export function tablesOn(pdfium: Pdfium, page: number, textPage: number): readonly FoundTable[] {
  const rules = readRules(pdfium, page);
  const flat = rules.filter((rule) => rule.isFlat).length;
  if (flat < fewestRules || rules.length - flat < fewestRules) return [];
  return ruledTables(readWords(pdfium, textPage), rules).tables;
}

/** The page in order: lines, and in the place of the first line of each table the table. A line that is only partly in one stays. */
export function withTables(lines: readonly Line[], tables: readonly FoundTable[]): readonly ({ readonly lines: readonly Line[] } | FoundTable)[] {
  if (tables.length === 0) return [{ lines }];
  const parts: ({ lines: Line[] } | FoundTable)[] = [];
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

function isInside(line: Line, { left, right, top, bottom }: FoundTable): boolean {
  const slack = line.size / 2;
  return line.left > left - slack && line.right < right + slack && line.top < top && line.bottom > bottom - slack;
}
