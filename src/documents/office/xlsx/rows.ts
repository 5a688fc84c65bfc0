import type { Findings } from "#documents/blocks";
import { DocumentFault } from "#documents/fault";
import type { CellRange } from "./cells.ts";

// Rows as a table: blank ones before the first and after the last are left out, those between stay, so that what stands apart stays apart. The first
// column is always A (or the first of the range that was asked for): the place of a cell can be told from its row.

export interface Rows {
  /** Cells by column, from 1; holes are blank. False when nothing more is wanted. */
  add(row: number, cells: string[]): boolean;
  end(): void;
  readonly hasBegun: boolean;
}

export interface RowsContext {
  readonly out: Findings;
  readonly sheet: string;
  readonly range: CellRange | undefined;
  begin(): void;
}

const lookAhead = 100;
const lookAheadCharacters = 1_000_000;
const widestRow = 4_096;
const mostBlankRows = 100;
// A sheet may have many blank cells, and it may have few that are not; one that has both is made to cost.
const mostBlankCells = 5_000_000;
const mostBlankPerCell = 64;

export function rowsOf({ out, sheet, range, begin }: RowsContext): Rows {
  const first = range?.from.column ?? 1;
  const most = Math.min(widestRow, (range?.to.column ?? Number.POSITIVE_INFINITY) - first + 1);
  // The first rows wait until it is known how wide the table is, so that its head is as wide as its body.
  let waiting: string[][] | undefined = [];
  let waitingCharacters = 0;
  let width = range === undefined ? 0 : Math.min(most, range.to.column - first + 1 > 256 ? 0 : range.to.column - first + 1);
  let last = range === undefined ? undefined : range.from.row - 1;
  let blankCells = 0;
  let filledCells = 0;

  function emit(cells: string[]): void {
    for (let missing = width - cells.length; missing > 0; missing -= 1) cells.push("");
    out.block({ kind: "row", cells });
  }

  function flush(): void {
    if (waiting === undefined || waiting.length === 0) return;
    begin();
    for (const cells of waiting) width = Math.max(width, cells.length);
    for (const cells of waiting) emit(cells);
    waiting = undefined;
  }

  function put(cells: string[]): void {
    if (waiting === undefined) {
      emit(cells);
      return;
    }
    waiting.push(cells);
    for (const cell of cells) waitingCharacters += cell.length;
    if (waiting.length >= lookAhead || waitingCharacters > lookAheadCharacters) flush();
  }

  /** What a row of holes costs is not in proportion to the file. */
  function dense(cells: readonly string[]): string[] {
    const filled: string[] = [];
    for (let column = first; column < cells.length && filled.length < most; column += 1) {
      const cell = cells[column] ?? "";
      if (cell === "") blankCells += 1;
      else filledCells += 1;
      filled.push(cell);
    }
    if (range === undefined && cells.length - first > widestRow) out.warn(`Sheet ${sheet} has more than ${widestRow} columns; the rest were left out.`);
    if (blankCells > mostBlankCells && blankCells > filledCells * mostBlankPerCell) {
      throw new DocumentFault(
        "TooLarge",
        `Sheet ${sheet} has a few cells spread over more than ${mostBlankCells} blank ones. Choose a range, or save the part you need separately.`,
        {
          limit: mostBlankCells,
          unit: "cells",
        },
      );
    }
    while (filled.length > 0 && filled.at(-1) === "") filled.pop();
    return filled;
  }

  return {
    get hasBegun() {
      return waiting === undefined;
    },
    add(row, cells) {
      if (range !== undefined && row > range.to.row) return false;
      if (range !== undefined && row < range.from.row) return true;
      const filled = dense(cells);
      if (filled.length === 0) return true;
      const gap = last === undefined ? 0 : Math.max(0, row - last - 1);
      if (gap > mostBlankRows) out.warn(`Sheet ${sheet} has more than ${mostBlankRows} blank rows in a row; they are shown as one.`);
      for (let blank = gap > mostBlankRows ? 1 : gap; blank > 0; blank -= 1) put([]);
      put(filled);
      last = row;
      return true;
    },
    end() {
      flush();
      if (waiting === undefined) out.block({ kind: "table-end" });
    },
  };
}
