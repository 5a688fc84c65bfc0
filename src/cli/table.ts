import { showHidden } from "#lib/text/show-hidden";

/** Columns for people; the last one is not padded. A cell is one line whatever it holds. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map((cell) => showHidden(cell).replaceAll(/[\n\t]+/g, " ")));
  const widths: number[] = [];
  for (const row of cells) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, width(cell));
  return cells.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell + " ".repeat((widths[i] ?? 0) - width(cell))))
      .join("  ")
      .trimEnd(),
  );
}

/** Terminal cells: Han, Kana, Hangul and full-width signs take two. */
function width(cell: string): number {
  let cells = 0;
  for (const letter of cell) cells += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(letter) ? 2 : 1;
  return cells;
}
