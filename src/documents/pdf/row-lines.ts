import { isBeside, oneLine } from "./join-lines.ts";
import type { Gutter } from "./gutters.ts";
import type { PageLine } from "./line.ts";

// What stands in columns without rules. A line with gutters may be a heading with its page or a sentence that was drawn out;
// where two share a gutter they are rows, and rows are never joined to sentences.

interface Row {
  readonly line: PageLine;
  /** What it was put together from, if it is no row after all. */
  readonly parts: PageLine[];
}

/** So many lines may lie between two rows: a cell that goes on below. */
const mostBetween = 2;
const listMark = /^(?:[^\p{L}\p{N}\s]|\d{1,3}[.)]|[a-zA-Z][.)])$/u;

/** The lines in their order; those that are rows as one line each, with tabs for the gutters. */
export function withRows(lines: readonly PageLine[]): readonly PageLine[] {
  if (!lines.some(({ gutters }, i) => gutters.length > 0 || isBesideNext(lines, i))) return lines;
  const rows = sideBySide(lines);
  const isRow = rows.map(() => false);
  rows.forEach(({ line }, i) => {
    for (let far = 1; far <= mostBetween + 1; far += 1) {
      const below = rows[i + far]?.line;
      if (below !== undefined && isBelow(line, below, far) && shareGutter(line, below)) isRow.fill(true, i, i + far + 1);
    }
  });
  return rows.flatMap(({ line, parts }, i) => (isRow[i] === true ? [{ ...line, text: tabbed(line), isRow: true }] : parts));
}

function isBesideNext(lines: readonly PageLine[], i: number): boolean {
  const [line, next] = [lines[i], lines[i + 1]];
  return line !== undefined && next !== undefined && isBeside(line, next);
}

function sideBySide(lines: readonly PageLine[]): readonly Row[] {
  const rows: Row[] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    if (row === undefined || !isBeside(row.line, line)) {
      rows.push({ line: { ...line, gutters: line.gutters.filter(({ index }) => !listMark.test(line.text.slice(0, index))) }, parts: [line] });
      continue;
    }
    const gutter = { index: row.line.text.length, left: row.line.right, right: line.left };
    const left = row.parts.length === 1 && listMark.test(row.line.text) ? row.line : { ...row.line, gutters: [...row.line.gutters, gutter] };
    row.parts.push(line);
    rows[rows.length - 1] = { line: oneLine(left, line, "\t"), parts: row.parts };
  }
  return rows;
}

function isBelow(line: PageLine, below: PageLine, far: number): boolean {
  const tall = Math.max(line.size, below.size);
  const step = line.bottom - below.top;
  return step > tall * 0.4 && step < tall * 3 * far;
}

function shareGutter(line: PageLine, other: PageLine): boolean {
  const size = Math.max(line.size, other.size);
  if (line.gutters.length === 0 || (line.isEven && other.isEven && line.gutters.length !== other.gutters.length)) return false;
  // In a column of drawn out lines some spaces stand below each other by chance; all of them do not.
  if (line.isEven || other.isEven) {
    const [even, beside] = line.isEven ? [line, other] : [other, line];
    return even.gutters.length > 0 && even.gutters.every((gutter) => beside.gutters.some((one) => sharedBy(gutter, one) > size));
  }
  return line.gutters.some((gutter) => other.gutters.some((one) => sharedBy(gutter, one) > size / 2));
}

function sharedBy(one: Gutter, other: Gutter): number {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left);
}

function tabbed({ text, gutters }: PageLine): string {
  const letters = text.split("");
  for (const { index } of gutters) letters[index] = "\t";
  return letters.join("");
}
