import type { Cell, Table } from "./blocks.ts";
import { parseInline } from "./inline.ts";

const ruler = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

export function isTableStart(line: string, next: string | undefined): boolean {
  return line.includes("|") && next !== undefined && next.includes("-") && ruler.test(next) && cells(line).length === cells(next).length;
}

/** Head, ruler, rows. A row with too few cells gets empty ones; cells too many are kept in the last one. */
export function parseTable(lines: readonly string[]): Table {
  const head = cells(lines[0] ?? "");
  const rows = lines.slice(2).map((line) => {
    const given = cells(line);
    const kept = given.slice(0, head.length);
    const extra = given.slice(head.length).join(" | ");
    if (extra !== "") kept[head.length - 1] = `${kept[head.length - 1] ?? ""} | ${extra}`;
    return Array.from({ length: head.length }, (_, i) => parseInline(kept[i] ?? ""));
  });
  return { kind: "table", head: head.map(parseInline), rows };
}

function cells(line: string): string[] {
  const text = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return text.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/**
 * The table as aligned lines for a fixed-width font, in as many grids as it takes to keep each within `fits`, the head on
 * top of every one. A table whose single row does not fit is told row by row instead: `head: cell`, one a line.
 */
export function layOutTable(
  table: Table,
  show: (cell: Cell) => string,
  fits: (text: string) => boolean,
): { readonly form: "grids" | "rows"; readonly texts: readonly string[] } {
  const head = table.head.map(show).map(oneLine);
  const rows = table.rows.map((row) => row.map(show).map(oneLine));
  const widths = head.map((cell, i) => rows.reduce((widest, row) => Math.max(widest, displayWidth(row[i] ?? "")), displayWidth(cell)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => cell + " ".repeat(Math.max(0, (widths[i] ?? 0) - displayWidth(cell))))
      .join(" | ")
      .trimEnd();
  const top = `${line(head)}\n${widths.map((width) => "-".repeat(width)).join("-+-")}`;
  const grids: string[] = [];
  let grid = top;
  for (const row of rows.map(line)) {
    if (fits(`${grid}\n${row}`)) {
      grid += `\n${row}`;
      continue;
    }
    if (grid === top || !fits(`${top}\n${row}`)) return { form: "rows", texts: rows.map((cellsOfRow) => rowInWords(head, cellsOfRow)) };
    grids.push(grid);
    grid = `${top}\n${row}`;
  }
  return { form: "grids", texts: [...grids, grid] };
}

function rowInWords(head: readonly string[], row: readonly string[]): string {
  return row.map((cell, i) => `${head[i] ?? ""}: ${cell}`).join("\n");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}

const wide = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Columns in a fixed-width font: East Asian characters and emoji take two, marks that sit on others none. */
function displayWidth(text: string): number {
  let width = 0;
  for (const char of text) width += /\p{M}|\p{Cf}/u.test(char) ? 0 : wide.test(char) ? 2 : 1;
  return width;
}
