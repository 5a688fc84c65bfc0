import type { RulingLine } from "./rules.ts";
import { middleOf, rowsOf, textOf, type PageWord } from "./words.ts";

export interface FoundTable {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly rows: readonly (readonly string[])[];
}

/** Tables that are ruled, then tables that stand in columns without rules, from the top of the page down. */
export function findTables(words: readonly PageWord[], rules: readonly RulingLine[]): readonly FoundTable[] {
  const { tables, left } = ruledTables(words, rules);
  return [...tables, ...alignedTables(left)].toSorted((a, b) => b.top - a.top);
}

const touch = 3;

export function ruledTables(
  words: readonly PageWord[],
  rules: readonly RulingLine[],
): { readonly tables: readonly FoundTable[]; readonly left: readonly PageWord[] } {
  const tables: FoundTable[] = [];
  let left = words;
  for (const group of groupsOf(rules)) {
    const columns = placesOf(group.filter((rule) => !rule.isFlat));
    const lines = placesOf(group.filter((rule) => rule.isFlat)).toReversed();
    if (columns.length < 3 || lines.length < 3) continue;
    const [top = 0, bottom = 0] = [lines[0], lines.at(-1)];
    const cells = new Map<string, PageWord[]>();
    const inside = (word: PageWord): boolean => {
      const [row, column] = [lines.findLastIndex((line) => line >= middleOf(word)), columns.findLastIndex((at) => at <= (word.left + word.right) / 2)];
      if (row < 0 || column < 0 || row >= lines.length - 1 || column >= columns.length - 1) return false;
      const key = `${row} ${column}`;
      cells.set(key, [...(cells.get(key) ?? []), word]);
      return true;
    };
    left = left.filter((word) => middleOf(word) > top || middleOf(word) < bottom || !inside(word));
    if (cells.size < 2) continue;
    const rows = lines.slice(1).map((_line, row) => columns.slice(1).map((_at, column) => textOf(cells.get(`${row} ${column}`) ?? [])));
    const [first = 0, last = 0] = [columns[0], columns.at(-1)];
    tables.push({ top, bottom, left: first, right: last, rows: rows.filter((row) => row.some((cell) => cell !== "")) });
  }
  return { tables, left };
}

/** Rules that touch each other, directly or by way of others. */
function groupsOf(rules: readonly RulingLine[]): readonly (readonly RulingLine[])[] {
  const groups: RulingLine[][] = [];
  for (const rule of rules) {
    const [near, far] = [
      groups.filter((group) => group.some((other) => meets(rule, other))),
      groups.filter((group) => !group.some((other) => meets(rule, other))),
    ];
    groups.splice(0, groups.length, ...far, [rule, ...near.flat()]);
  }
  return groups;
}

function meets(one: RulingLine, other: RulingLine): boolean {
  if (one.isFlat === other.isFlat) return Math.abs(one.at - other.at) < touch && one.from < other.to + touch && other.from < one.to + touch;
  return one.at > other.from - touch && one.at < other.to + touch && other.at > one.from - touch && other.at < one.to + touch;
}

/** Where they stand, those that are as good as one taken as one. */
function placesOf(rules: readonly RulingLine[]): readonly number[] {
  const places: number[] = [];
  for (const { at } of rules.toSorted((a, b) => a.at - b.at)) if (at - (places.at(-1) ?? Number.NEGATIVE_INFINITY) > touch) places.push(at);
  return places;
}

// Without rules: at least three rows below each other that share the same empty gutters, and cells too short to be prose.
export const fewestRows = 3;
const longestMean = 40;

export function alignedTables(words: readonly PageWord[]): readonly FoundTable[] {
  const tables: FoundTable[] = [];
  let run: (readonly PageWord[])[] = [];
  const close = (): void => {
    const table = run.length >= fewestRows ? alignedTable(run) : undefined;
    if (table !== undefined) tables.push(table);
    run = [];
  };
  for (const row of rowsOf(words)) {
    const before = run.at(-1)?.[0];
    const [first] = row;
    if (first !== undefined && before !== undefined && middleOf(before) - middleOf(first) > 3 * (first.top - first.bottom)) close();
    if (gapsOf(row) > 0) run.push(row);
    else close();
  }
  close();
  return tables;
}

function gapsOf(row: readonly PageWord[]): number {
  return row.filter((word, i) => i > 0 && word.left - (row[i - 1]?.right ?? word.left) > word.top - word.bottom).length;
}

function alignedTable(rows: readonly (readonly PageWord[])[]): FoundTable | undefined {
  const words = rows.flat();
  const tall = Math.max(...words.map((word) => word.top - word.bottom));
  const columns: { left: number; right: number }[] = [];
  for (const { left, right } of words.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last !== undefined && left - last.right < tall * 0.6) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  if (columns.length < 2) return undefined;
  const cells = rows.map((row) => columns.map(({ left, right }) => textOf(row.filter((word) => word.left >= left && word.right <= right))));
  const filled = cells.flat().filter((cell) => cell !== "");
  const mean = filled.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, filled.length);
  if (mean > longestMean) return undefined;
  // Boxes of letters reach into the lines above and below.
  const [top = 0, bottom = 0] = [rows[0]?.[0], rows.at(-1)?.[0]].map((word) => (word === undefined ? 0 : middleOf(word)));
  return { top, bottom, left: columns[0]?.left ?? 0, right: columns.at(-1)?.right ?? 0, rows: cells };
}
