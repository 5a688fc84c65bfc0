import type { Findings } from "#documents/blocks";

// A table in the text comes out as rows. A table inside a cell or a text box becomes lines of it, with tabs between the cells: rows hold text only.
// A cell that spans others keeps its text in the first place and leaves the others blank, so that columns stay columns and no value counts twice.

const widestRow = 4_096;
const longestCell = 100_000;

interface Cell {
  lines: string[];
  length: number;
  span: number;
  isContinued: boolean;
}

interface Table {
  readonly isOuter: boolean;
  hasBegun: boolean;
  row: { cells: string[]; isDeleted: boolean; after: number } | undefined;
  cell: Cell | undefined;
}

export interface Tables {
  /** The number of tables that came out as rows. */
  readonly count: number;
  /** A cell is open, and text goes into it. */
  readonly isInCell: boolean;
  addLine(line: string): void;
  /** False where the element is none of a table's. */
  open(name: string, value: string | undefined): boolean;
  close(name: string): boolean;
  /** The row was deleted, and the deletion is not accepted yet. */
  deleteRow(): void;
}

/** `lineOut` takes the rows of a table that stands in a text box outside any cell. */
export function tables(out: Findings, isInBox: () => boolean, lineOut: (line: string) => void): Tables {
  const stack: Table[] = [];
  let count = 0;

  const current = (): Table | undefined => stack.at(-1);

  function addLine(line: string): void {
    const cell = stack.findLast((table) => table.cell !== undefined)?.cell;
    if (cell === undefined) lineOut(line);
    else if (cell.length > longestCell) out.warn(`A table cell was longer than ${longestCell} characters; the rest of it was left out.`);
    else if (line !== "") {
      cell.length += line.length;
      cell.lines.push(line);
    }
  }

  function endCell(table: Table): void {
    const { cell, row } = table;
    table.cell = undefined;
    if (cell === undefined || row === undefined) return;
    if (row.cells.length === widestRow) {
      out.warn(`A table has more than ${widestRow} columns; the rest were left out.`);
      return;
    }
    row.cells.push(cell.isContinued ? "" : cell.lines.join("\n").trim());
    pad(row.cells, cell.span - 1);
  }

  function endRow(table: Table): void {
    const { row } = table;
    table.row = undefined;
    table.cell = undefined;
    if (row === undefined || row.isDeleted || row.cells.length === 0) return;
    pad(row.cells, row.after);
    if (!table.isOuter) {
      stack.pop();
      addLine(row.cells.join("\t").trim());
      stack.push(table);
      return;
    }
    if (!table.hasBegun) {
      table.hasBegun = true;
      count += 1;
      out.block({ kind: "table", number: count });
    }
    out.block({ kind: "row", cells: row.cells });
  }

  return {
    get count() {
      return count;
    },
    get isInCell() {
      return current()?.cell !== undefined;
    },
    addLine,
    open(name, value) {
      const table = current();
      if (name === "w:tbl") stack.push({ isOuter: stack.length === 0 && !isInBox(), hasBegun: false, row: undefined, cell: undefined });
      else if (table === undefined) return false;
      else if (name === "w:tr") table.row = { cells: [], isDeleted: false, after: 0 };
      else if (name === "w:tc") table.cell = { lines: [], length: 0, span: 1, isContinued: false };
      else if (name === "w:gridSpan" && table.cell !== undefined) table.cell.span = countOf(value);
      else if (name === "w:vMerge" && table.cell !== undefined) table.cell.isContinued = value !== "restart";
      else if (name === "w:gridBefore" && table.row !== undefined) pad(table.row.cells, countOf(value));
      else if (name === "w:gridAfter" && table.row !== undefined) table.row.after = countOf(value);
      else return false;
      return true;
    },
    deleteRow() {
      const row = current()?.row;
      if (row !== undefined) row.isDeleted = true;
    },
    close(name) {
      const table = current();
      if (table === undefined) return false;
      if (name === "w:tc") endCell(table);
      else if (name === "w:tr") endRow(table);
      else if (name === "w:tbl") {
        stack.pop();
        if (table.hasBegun) out.block({ kind: "table-end" });
      } else return false;
      return true;
    },
  };
}

function pad(cells: string[], by: number): void {
  for (let left = Math.min(by, widestRow - cells.length); left > 0; left -= 1) cells.push("");
}

function countOf(value: string | undefined): number {
  const count = Number(value);
  return Number.isInteger(count) && count > 0 ? count : 0;
}
