import type { Table } from "#markdown/tree";

/**
 * The table as aligned lines for a fixed-width font, in as many grids as it takes to keep each within `fits`, the head on
 * top of every one. A table with a row that does not fit is written row by row instead: `head: cell`, one a line.
 */
export function layOutTable(
  table: Table,
  show: (cell: string) => string,
  fits: (text: string) => boolean,
): { readonly form: "grids" | "rows"; readonly texts: readonly string[] } {
  const head = table.head.map(show).map(oneLine);
  const rows = table.rows.map((row) => head.map((_, i) => oneLine(show(row[i] ?? ""))));
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
    if (grid === top || !fits(`${top}\n${row}`)) return { form: "rows", texts: rows.map((cells) => rowInWords(head, cells)) };
    grids.push(grid);
    grid = `${top}\n${row}`;
  }
  return { form: "grids", texts: [...grids, grid] };
}

function rowInWords(head: readonly string[], row: readonly string[]): string {
  return row.map((cell, i) => `${head[i] ?? ""}: ${cell}`).join("\n");
}

function oneLine(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join(" ");
}

const wide = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Columns in a fixed-width font: East Asian characters and emoji take two, marks that sit on others none. */
function displayWidth(text: string): number {
  let width = 0;
  for (const char of text) width += /\p{M}|\p{Cf}/u.test(char) ? 0 : wide.test(char) ? 2 : 1;
  return width;
}
