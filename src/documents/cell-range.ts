import { Unreadable } from "./unreadable.ts";

/** Rows and columns from 0, both ends included. */
export interface CellRange {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

const all = [0, Number.POSITIVE_INFINITY] as const;

/** `A1:C20`, whole columns `A:C` or whole rows `2:10`, as spreadsheets write it. */
export function parseRange(range: string | undefined): CellRange {
  if (range === undefined) return { rows: all, columns: all };
  const [, fromColumn = "", fromRow = "", toColumn = "", toRow = ""] = /^([A-Z]{0,3})(\d{0,7}):([A-Z]{0,3})(\d{0,7})$/.exec(range.trim().toUpperCase()) ?? [];
  const isRange = (fromColumn === "") === (toColumn === "") && (fromRow === "") === (toRow === "") && fromColumn + fromRow !== "";
  const rows = fromRow === "" ? all : ([Number(fromRow) - 1, Number(toRow) - 1] as const);
  const columns = fromColumn === "" ? all : ([columnOf(fromColumn), columnOf(toColumn)] as const);
  if (!isRange || rows[0] < 0 || rows[1] < rows[0] || columns[1] < columns[0])
    throw new Unreadable("InvalidArgs", `${range.slice(0, 40)} is no range of cells. Write it like A1:C20, A:C or 2:10.`);
  return { rows, columns };
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
