const title = /^(.*?)│.*\/diff to close/;
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;

/** The rows without the list of changes that a wide Claude Code shows beside the conversation once there are some. */
export function withoutSidePanel(rows: readonly string[]): readonly string[] {
  const left = rows.map((row) => title.exec(row)?.[1]).find((found) => found !== undefined);
  if (left === undefined) return rows;
  const column = [...left].reduce((sum, char) => sum + widthOf(char), 0);
  return rows.map((row) => cutAt(row, column));
}

/** What is left of the border that stands in that column; the whole row where there is none. */
function cutAt(row: string, column: number): string {
  let at = 0;
  let end = 0;
  for (const char of row) {
    if (at >= column) return char === "│" ? row.slice(0, end) : row;
    at += widthOf(char);
    end += char.length;
  }
  return row;
}

function widthOf(char: string): number {
  return wide.test(char) ? 2 : 1;
}
