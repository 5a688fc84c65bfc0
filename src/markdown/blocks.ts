import { Lexer, Tokenizer, type Token, type Tokens } from "marked";
import type { Align, Block } from "./tree.ts";

// Block structure is read by marked's block lexer (CommonMark and GFM). Its inline lexer is not used; inline.ts says why.
// mdast-util-from-markdown with gfm was measured as well: 14 of 70 hostile texts of 250 kB take it more than eight seconds,
// and so does 240 kB of ordinary prose with lists.

/** Quotes and lists inside each other; deeper ones are read as text. Unbounded, 10,000 `>` overflow marked's stack. */
const maxDepth = 8;
/** Wider tables are read as text. A wide head over many short rows would otherwise make millions of cells from a few kilobytes. */
const maxColumns = 40;

/**
 * Reads the blocks of a message. No input takes more than time in proportion to its length, and no letter is lost: HTML and link
 * definitions are text, because nothing of a message is ever treated as HTML.
 */
export function parseBlocks(text: string): readonly Block[] {
  return blocksOf(lex(unixLines(text)));
}

/**
 * Reads an answer that is still being written, again with every piece that arrives. Only its last two blocks can still change, so only
 * those are read again. What would make the answer jump is held back until it is clear what it is: a last line that is nothing
 * but marks yet, and the head of a table.
 */
export function createGrowingReader(): (text: string) => readonly Block[] {
  let closedText = "";
  let closed: readonly Block[] = [];
  return (text) => {
    const lines = unixLines(text);
    if (!lines.startsWith(closedText)) [closedText, closed] = ["", []];
    const tokens = lex(withoutHalfLine(lines.slice(closedText.length)));
    const done = tokens.slice(0, lastTwo(tokens));
    closed = [...closed, ...blocksOf(done)];
    closedText += done.map((token) => token.raw).join("");
    const open = blocksOf(tokens.slice(done.length));
    return [...closed, ...(isHalfTable(open.at(-1)) ? open.slice(0, -1) : open)];
  };
}

/** Where the last two blocks begin. The last line may still become part of the block before it: `- - -` is a rule, `- - - a` a list item. */
function lastTwo(tokens: readonly Token[]): number {
  const isBlock = (token: Token): boolean => token.type !== "space";
  const last = tokens.findLastIndex(isBlock);
  return Math.max(0, tokens.slice(0, Math.max(0, last)).findLastIndex(isBlock));
}

function lex(text: string): readonly Token[] {
  const lexer = new Lexer({ gfm: true, tokenizer: new BlockTokenizer() });
  // Not `lexer.lex`, which reads the marks inside the lines too.
  return lexer.blockTokens(text, lexer.tokens);
}

function unixLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** "It was:\n-" would be a heading until the list item has its first letter. */
function withoutHalfLine(text: string): string {
  const at = text.lastIndexOf("\n") + 1;
  const line = text.slice(at, at + 80).trim();
  return /^(?:[-=+*_>#~`]+|\d+[.)]?)$/.test(line) && text.length - at <= 80 ? text.slice(0, at) : text;
}

/** The head of a table whose second line is not there yet. */
function isHalfTable(block: Block | undefined): boolean {
  return block?.kind === "paragraph" && /^\|[^\n]*(?:\n[\s|:-]*)?$/.test(block.text);
}

class BlockTokenizer extends Tokenizer {
  #depth = 0;

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#nested(() => super.blockquote(src));
  }

  override list(src: string): Tokens.List | undefined {
    return this.#nested(() => super.list(src));
  }

  override table(src: string): Tokens.Table | undefined {
    const found = this.rules.block.table.exec(src);
    const [raw = "", head = "", ruler = "", body = ""] = found ?? [];
    // Without a bar or a colon it is the underline of a heading.
    if (found === null || !/[|:]/.test(ruler)) return undefined;
    const columns = cellsOf(head);
    const sides = cellsOf(ruler);
    if (columns.length !== sides.length || columns.length > maxColumns) return undefined;
    const rows = body.trim() === "" ? [] : body.trimEnd().split("\n");
    return {
      type: "table",
      raw: raw.replace(/\n+$/, ""),
      align: sides.map(alignOf),
      header: columns.map(asCell),
      rows: rows.map((row) => fitted(cellsOf(row), columns.length).map(asCell)),
    };
  }

  override html(): undefined {}
  override def(): undefined {}

  #nested<T>(read: () => T | undefined): T | undefined {
    if (this.#depth >= maxDepth) return undefined;
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}

function blocksOf(tokens: readonly Token[]): readonly Block[] {
  const blocks: Block[] = [];
  let checkbox = "";
  for (const token of tokens) {
    if (token.type === "checkbox") checkbox = token.raw;
    const block = blockOf(token as MarkedToken, checkbox);
    if (block === undefined) continue;
    checkbox = "";
    blocks.push(block);
  }
  return blocks;
}

type MarkedToken = Tokens.Blockquote | Tokens.Code | Tokens.Heading | Tokens.Hr | Tokens.List | Tokens.Paragraph | Tokens.Table | Tokens.Text | Tokens.Space;

function blockOf(token: MarkedToken, checkbox: string): Block | undefined {
  switch (token.type) {
    case "paragraph":
    case "text":
      return { kind: "paragraph", text: checkbox + trimLines(token.text) };
    case "heading":
      return { kind: "heading", level: token.depth, text: trimLines(token.text) };
    case "code":
      return { kind: "code", language: token.lang ?? "", text: token.text };
    case "blockquote":
      return { kind: "quote", blocks: blocksOf(token.tokens) };
    case "list":
      return { kind: "list", start: typeof token.start === "number" ? token.start : undefined, items: token.items.map((item) => blocksOf(item.tokens)) };
    case "table":
      return { kind: "table", align: token.align, head: token.header.map(({ text }) => text), rows: token.rows.map((row) => row.map(({ text }) => text)) };
    case "hr":
      return { kind: "rule" };
    case "space":
      return undefined;
  }
}

/** A line end inside a paragraph stays one: chats show lines as they were written. */
function trimLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n");
}

function asCell(text: string): Tokens.TableCell {
  return { text, tokens: [], header: false, align: null };
}

/** GFM drops what a row has too much; here it stays in the last cell. */
function fitted(cells: readonly string[], columns: number): readonly string[] {
  return cells.length <= columns ? cells : [...cells.slice(0, columns - 1), cells.slice(columns - 1).join(" | ")];
}

function alignOf(cell: string): Align {
  const [left, right] = [cell.startsWith(":"), cell.endsWith(":")];
  return left && right ? "center" : right ? "right" : left ? "left" : null;
}

/** Cuts at every | that is not escaped by a backslash. */
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
