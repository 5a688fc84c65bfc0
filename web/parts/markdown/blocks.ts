/** Text with marks in it, not read yet: a block is only read again when its own text has changed. */
export type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "code"; readonly info: string; readonly text: string }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "list"; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: "table"; readonly align: readonly Align[]; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "rule" };
export type Align = "left" | "right" | "center" | null;

/** Quotes and lists inside each other; what lies deeper is shown as it was written. */
const deepest = 8;
const widestTable = 40;

/**
 * Reads the blocks of a message. Every line is looked at once per level, so the time grows with the length of the text alone.
 * `growing`: the text is still being written, and a table that has only its head yet is held back.
 */
export function parseBlocks(text: string, growing = false): readonly Block[] {
  const blocks = blocksOf(text.replace(/\r\n?/g, "\n").split("\n"), 0);
  const last = blocks.at(-1);
  const isHalf = growing && last?.kind === "paragraph" && (/^\s*\|[^\n]*(\n[\s|:-]*)?$/.test(last.text) || /^(`{1,2}|~{1,2})$/.test(last.text));
  return isHalf ? blocks.slice(0, -1) : blocks;
}

function blocksOf(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const close = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", text: paragraph.join("\n") });
    paragraph = [];
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      close();
      at += 1;
      continue;
    }
    const read = readSpecial(lines, at, depth, paragraph.length > 0);
    if (read === undefined) {
      paragraph.push(line.trim());
      at += 1;
      continue;
    }
    close();
    blocks.push(read.block);
    at = read.next;
  }
  close();
  return blocks;
}

interface Read {
  readonly block: Block;
  readonly next: number;
}

function readSpecial(lines: readonly string[], at: number, depth: number, inParagraph: boolean): Read | undefined {
  const line = lines[at] ?? "";
  // The first letter tells almost always that a line is plain text.
  const first = line.trimStart().charAt(0);
  if (!/[#`~>\-*+_|0-9]/.test(first) && !line.includes("|")) return undefined;
  return (
    readFence(lines, at) ??
    readHeading(line, at) ??
    readRule(line, at) ??
    (depth < deepest ? (readQuote(lines, at, depth) ?? readList(lines, at, depth, inParagraph)) : undefined) ??
    (inParagraph ? undefined : readTable(lines, at))
  );
}

function readFence(lines: readonly string[], at: number): Read | undefined {
  const open = /^( {0,3})(`{3,}|~{3,})([^`]*)$/.exec(lines[at] ?? "");
  if (open === null) return undefined;
  const [, indent = "", mark = "", info = ""] = open;
  const body: string[] = [];
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? "";
    const close = line.trim();
    if (close.length >= mark.length && close === mark.charAt(0).repeat(close.length) && !line.startsWith("    ")) {
      return { block: { kind: "code", info: info.trim(), text: body.join("\n") }, next: next + 1 };
    }
    body.push(line.startsWith(indent) ? line.slice(indent.length) : line.trimStart());
  }
  return { block: { kind: "code", info: info.trim(), text: body.join("\n") }, next: lines.length };
}

function readHeading(line: string, at: number): Read | undefined {
  const marks = /^ {0,3}(#{1,6})[ \t]+(?=\S)/.exec(line);
  if (marks === null) return undefined;
  const text = line.slice(marks[0].length).trimEnd();
  return { block: { kind: "heading", level: (marks[1] ?? "").length, text: withoutClosingMarks(text) }, next: at + 1 };
}

function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === "#") end -= 1;
  return end < text.length && /\s/.test(text.charAt(end - 1)) ? text.slice(0, end).trimEnd() : text;
}

function readRule(line: string, at: number): Read | undefined {
  const bare = line.replace(/[ \t]/g, "");
  const mark = bare.charAt(0);
  return bare.length >= 3 && "-*_".includes(mark) && bare === mark.repeat(bare.length) ? { block: { kind: "rule" }, next: at + 1 } : undefined;
}

function readQuote(lines: readonly string[], at: number, depth: number): Read | undefined {
  const inner: string[] = [];
  let next = at;
  for (; next < lines.length; next += 1) {
    const mark = /^ {0,3}> ?/.exec(lines[next] ?? "");
    if (mark === null) break;
    inner.push((lines[next] ?? "").slice(mark[0].length));
  }
  return next === at ? undefined : { block: { kind: "quote", blocks: blocksOf(inner, depth + 1) }, next };
}

interface Marker {
  readonly width: number;
  readonly kind: string;
  readonly number: number | null;
}

function markerOf(line: string): Marker | undefined {
  const found = /^( {0,3})(?:([-*+])|(\d{1,9})([.)]))(?: {1,4}(?=\S)| |\t|$)/.exec(line);
  if (found === null) return undefined;
  const [all, , bullet, digits, dot] = found;
  return { width: all.length, kind: bullet ?? dot ?? "", number: digits === undefined ? null : Number(digits) };
}

function readList(lines: readonly string[], at: number, depth: number, inParagraph: boolean): Read | undefined {
  const first = markerOf(lines[at] ?? "");
  if (first === undefined) return undefined;
  // "in\n2024. it …" is a sentence, not the 2024th item.
  if (inParagraph && first.number !== null && first.number !== 1) return undefined;
  const items: (readonly Block[])[] = [];
  let item: string[] | null = null;
  let width = first.width;
  let next = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? "";
    const marker: Marker | undefined = indentOf(line) < width || item === null ? markerOf(line) : undefined;
    if (marker !== undefined) {
      if (marker.kind !== first.kind || readRule(line, next) !== undefined) break;
      if (item !== null) items.push(blocksOf(item, depth + 1));
      item = [line.slice(marker.width)];
      width = marker.width;
      continue;
    }
    if (item === null) break;
    if (line.trim() === "") {
      const follow = lines.slice(next + 1, next + 3).find((other) => other.trim() !== "") ?? "";
      if (indentOf(follow) < Math.min(width, 2) && markerOf(follow)?.kind !== first.kind) break;
      item.push("");
      continue;
    }
    const indent = indentOf(line);
    const isLazy = item.at(-1) !== "" && !line.trimStart().startsWith(">") && readSpecial([line], 0, deepest, true) === undefined;
    if (indent < Math.min(width, 2) && !isLazy) break;
    item.push(line.slice(Math.min(indent, width)));
  }
  if (item !== null) items.push(blocksOf(item, depth + 1));
  return { block: { kind: "list", start: first.number, items }, next };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function readTable(lines: readonly string[], at: number): Read | undefined {
  const line = lines[at] ?? "";
  const under = lines[at + 1] ?? "";
  if (!line.includes("|") || !/^[\s|:-]+$/.test(under) || !under.includes("-")) return undefined;
  const head = cellsOf(line);
  const rule = cellsOf(under);
  if (head.length !== rule.length || head.length > widestTable || !rule.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  const rows: (readonly string[])[] = [];
  let next = at + 2;
  for (; next < lines.length; next += 1) {
    const row = lines[next] ?? "";
    if (row.trim() === "" || !row.includes("|")) break;
    const cells = cellsOf(row);
    rows.push(head.map((_, column) => cells[column] ?? ""));
  }
  return { block: { kind: "table", align: rule.map(alignOf), head, rows }, next };
}

function alignOf(cell: string): Align {
  const [left, right] = [cell.startsWith(":"), cell.endsWith(":")];
  return left && right ? "center" : right ? "right" : left ? "left" : null;
}

/** Cuts at every | that no backslash escapes. */
function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = "";
  const row = line.trim();
  for (let at = row.startsWith("|") ? 1 : 0; at < row.length; at += 1) {
    const char = row.charAt(at);
    if (char === "\\" && row.charAt(at + 1) === "|") {
      cell += "|";
      at += 1;
    } else if (char === "|") {
      cells.push(cell.trim());
      cell = "";
    } else cell += char;
  }
  if (cell.trim() !== "") cells.push(cell.trim());
  return cells;
}
