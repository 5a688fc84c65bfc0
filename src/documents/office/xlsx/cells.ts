/** Rows and columns count from 1. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface CellRange {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

export const lastRow = 1_048_576;
const lastColumn = 16_384;

/** `BC12` as a place; undefined for anything else, and for what lies outside a sheet. */
function placeOf(reference: string): CellPlace | undefined {
  const match = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/u.exec(reference);
  if (match === null) return undefined;
  const column = columnOf(match[1] ?? "");
  const row = Number(match[2]);
  return row <= lastRow && column <= lastColumn ? { row, column } : undefined;
}

/** The column of a cell's reference, read without making an object for each of a million cells; 0 where there is none. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column > lastColumn ? 0 : column;
}

/** `A1:D20`, `B2`, or whole columns `B:D`. */
export function rangeOf(written: string): CellRange | undefined {
  const [first = "", second = first, ...more] = written.trim().split(":");
  if (more.length > 0) return undefined;
  if (/^[A-Za-z]{1,3}$/u.test(first) && /^[A-Za-z]{1,3}$/u.test(second))
    return ordered({ row: 1, column: columnOf(first) }, { row: lastRow, column: columnOf(second) });
  const from = placeOf(first);
  const to = placeOf(second);
  return from === undefined || to === undefined ? undefined : ordered(from, to);
}

function ordered(a: CellPlace, b: CellPlace): CellRange | undefined {
  if (a.column === 0 || b.column === 0) return undefined;
  return {
    from: { row: Math.min(a.row, b.row), column: Math.min(a.column, b.column) },
    to: { row: Math.max(a.row, b.row), column: Math.max(a.column, b.column) },
  };
}
