/** Past so many times its size a piece is cut wherever it is. */
const patience = 1.5;

/**
 * Cuts Markdown into pieces that can be read one by one: between blocks where that is possible; a table that goes on gets its
 * head again, and a block of code its fences.
 */
export function piecesOf(text: string, size: number): readonly string[] {
  const pieces: string[] = [];
  let lines: string[] = [];
  let length = 0;
  let fence = "";
  let head: readonly string[] = [];
  const add = (line: string): void => {
    lines.push(line);
    length += line.length + 1;
  };
  const cut = (): void => {
    if (fence !== "") lines.push(fence);
    pieces.push(lines.join("\n"));
    lines = [];
    length = 0;
    for (const line of fence === "" ? head : [fence]) add(line);
  };
  const all = text.split("\n").flatMap((line) => (line.length > size ? slices(line, size) : [line]));
  for (const [at, line] of all.entries()) {
    const isRow = line.startsWith("|");
    if (!isRow) head = [];
    if (!isUnderHead(line) && (length >= size * patience || (length >= size && line === "" && fence === ""))) cut();
    if (isRow && head.length === 0 && isUnderHead(all[at + 1])) head = repeatable(line, all[at + 1] ?? "", size);
    const mark = /^\s*(```|~~~)/.exec(line)?.[1] ?? "";
    if (mark !== "" && (fence === "" || mark === fence)) fence = fence === "" ? mark : "";
    add(line);
  }
  const rest = lines.join("\n");
  return rest.trim() === "" && pieces.length > 0 ? pieces : [...pieces, rest];
}

export interface Part {
  /** The page that begins here. */
  readonly page: number | null;
  readonly text: string;
}

/** Where pages begin is written as a comment, which is nothing to read. */
export function partsOf(piece: string): readonly Part[] {
  const [first = "", ...rest] = piece.split(/^<!-- page (\d+) -->$/m);
  const parts: Part[] = [{ page: null, text: first }];
  for (let at = 0; at < rest.length; at += 2) parts.push({ page: Number(rest[at]), text: rest[at + 1] ?? "" });
  return parts.filter(({ page, text }) => page !== null || text.trim() !== "");
}

/** A head that takes up most of a piece would make many pieces out of few rows. */
function repeatable(line: string, under: string, size: number): readonly string[] {
  return line.length + under.length > size / 4 ? [] : [line, under];
}

function isUnderHead(line: string | undefined): boolean {
  return line !== undefined && /^\|[\s:|-]*-[\s:|-]*$/.test(line);
}

/** Never through the middle of a character. */
function slices(line: string, size: number): readonly string[] {
  const all: string[] = [];
  for (let at = 0; at < line.length;) {
    const isHalf = /[\ud800-\udbff]/.test(line.charAt(at + size - 1));
    const end = at + size + (isHalf ? 1 : 0);
    all.push(line.slice(at, end));
    at = end;
  }
  return all;
}
