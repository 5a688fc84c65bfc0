export interface CsvOptions {
  /**
   * Spreadsheets run cells that look like a formula. Safe mode prefixes them with an apostrophe, which is visible and changes the data: off by default.
   */
  readonly isSafe?: boolean;
}

/** One row as RFC 4180 has it, line end included. */
export function csvLine(cells: readonly string[], { isSafe = false }: CsvOptions = {}): string {
  return `${cells.map((cell) => quoted(isSafe ? defused(cell) : cell)).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

// Numbers may have a sign.
function defused(cell: string): string {
  return /^\s*[=+\-@\t\r]/u.test(cell) && !/^[+-]?[\d.,]+(?:E[+-]?\d+)?%?$/iu.test(cell) ? `'${cell}` : cell;
}
