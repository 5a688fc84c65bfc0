import type { Counts, Findings, BlockSource } from "#documents/blocks";
import { readDocx } from "./docx/docx.ts";
import { DocumentFault } from "#documents/fault";
import type { OfficeKind } from "./office.ts";
import { readPptx } from "./pptx/pptx.ts";
import { readXlsx } from "./xlsx/xlsx.ts";
import { rangeOf, type CellRange } from "./xlsx/cells.ts";
import { defined } from "#lib/defined";

export interface TableChoice {
  /** A sheet's name or number. */
  readonly sheet?: string;
  /** Counted from 1 over what is read. */
  readonly table?: number;
  /** `A1:D20`; of a sheet's cells or, in other documents, of the rows and columns of each table. */
  readonly range?: string;
}

export interface OfficeTable {
  readonly number: number;
  readonly name?: string;
  /** Of which page, slide or sheet. */
  readonly page?: number;
}

/** Tables one by one. Each call may throw to end the reading. */
export interface TableSink {
  table(table: OfficeTable): void;
  row(cells: readonly string[]): void;
  end(): void;
  warn(sentence: string): void;
  progress(done: number, total?: number): void;
}

/** The tables of an Office document. Numbers are exact; throws NoSuchTable where the choice finds none. */
export async function readTables(kind: OfficeKind, source: BlockSource, choice: TableChoice, sink: TableSink): Promise<Counts> {
  const range = checkedRange(choice.range);
  if (kind !== "xlsx") {
    if (choice.sheet !== undefined) throw new DocumentFault("InvalidArgs", `A ${kind} has no sheets. Choose one of its tables by number.`);
    return filterTables((out) => (kind === "docx" ? readDocx(source, out) : readPptx(source, out)), { ...choice, range }, sink);
  }
  // A sheet's range counts its own rows and columns, which only its reader knows.
  const { sheet, table } = choice;
  return filterTables((out) => readXlsx(source, out, { numbers: "exact", ...defined({ sheet, range }) }), { table }, sink);
}

export interface TableFilter {
  readonly table?: number | undefined;
  readonly range?: CellRange | undefined;
}

/** Lets only tables through, of whatever reader. */
export async function filterTables(read: (out: Findings) => Promise<Counts>, { table, range }: TableFilter, sink: TableSink): Promise<Counts> {
  let page: number | undefined;
  let isChosen = false;
  let row = 0;
  let seen = 0;
  let taken = 0;
  const counts = await read({
    block(block) {
      if (block.kind === "page") page = block.number;
      else if (block.kind === "table") {
        seen += 1;
        row = 0;
        isChosen = table === undefined || seen === table;
        if (!isChosen) return;
        taken += 1;
        sink.table({ number: seen, ...defined({ name: block.name, page }) });
      } else if (block.kind === "row" && isChosen) {
        row += 1;
        if (range === undefined) sink.row(block.cells);
        else if (row >= range.from.row && row <= range.to.row) sink.row(block.cells.slice(range.from.column - 1, range.to.column));
      } else if (block.kind === "table-end" && isChosen) {
        isChosen = false;
        sink.end();
      }
    },
    warn: sink.warn,
    progress: sink.progress,
  });
  if (taken === 0) throw noSuchTable(table, seen);
  return counts;
}

/** Undefined where none was asked for. */
export function checkedRange(written: string | undefined): CellRange | undefined {
  if (written === undefined) return undefined;
  const range = rangeOf(written);
  if (range === undefined)
    throw new DocumentFault(
      "InvalidArgs",
      `${JSON.stringify(written.slice(0, 80))} is not a valid range. Write A1:D20, B2 for one cell, or B:D for whole columns.`,
    );
  return range;
}

function noSuchTable(wanted: number | undefined, seen: number): DocumentFault {
  if (seen === 0) return new DocumentFault("NoSuchTable", "No table was found.", { tables: 0 });
  return new DocumentFault("NoSuchTable", `The document has no table ${wanted ?? ""}. It has ${seen}, counted from 1.`, { tables: seen });
}
