import type { Block, Inline, Table } from "./blocks.ts";
import { measure, type Limit } from "./measure.ts";
import { split } from "./split.ts";
import { layOutTable } from "./table.ts";

/** How a platform writes the parts of a text. Each function gets text that is already written and wraps it. */
export interface Style {
  /** Plain words: escapes what the platform would read as markup. */
  text(words: string): string;
  bold(written: string): string;
  italic(written: string): string;
  struck(written: string): string;
  code(words: string): string;
  link(written: string, href: string): string;
  heading(written: string, level: number): string;
  codeBlock(words: string, language: string): string;
  rule: string;
}

/** For platforms without any markup, and for what a platform refused to parse. */
export const plainStyle: Style = {
  text: (words) => words,
  bold: (written) => written,
  italic: (written) => written,
  struck: (written) => written,
  code: (words) => words,
  link: (written, href) => (written === href ? href : `${written} (${href})`),
  heading: (written) => written,
  codeBlock: (words) => words,
  rule: "---",
};

/** One text per block; a table that would be too long comes as several, each within the limit. */
export function writeBlocks(blocks: readonly Block[], style: Style, limit: Limit): readonly string[] {
  return blocks
    .flatMap((block) => (block.kind === "table" ? writeTable(block, style, limit) : [writeBlock(block, style, limit)]))
    .filter((text) => text.trim() !== "");
}

/** Blocks into messages: as many whole blocks as fit, and only a block that fits in no message alone is cut. */
export function packBlocks(texts: readonly string[], limit: Limit): readonly string[] {
  const pieces: string[] = [];
  let open: string | undefined;
  for (const text of texts) {
    const joined: string = open === undefined ? text : `${open}\n\n${text}`;
    if (measure(joined, limit.unit) <= limit.most) {
      open = joined;
      continue;
    }
    if (open !== undefined && measure(text, limit.unit) <= limit.most) {
      pieces.push(open);
      open = text;
      continue;
    }
    const cut = split(joined, limit).map((slice) => slice.text.replace(/\s+$/, ""));
    pieces.push(...cut.slice(0, -1));
    open = cut.at(-1);
  }
  return [...pieces, ...(open === undefined ? [] : [open])].filter((piece) => piece.trim() !== "");
}

function writeBlock(block: Exclude<Block, Table>, style: Style, limit: Limit): string {
  switch (block.kind) {
    case "paragraph":
      return writeInlines(block.inlines, style);
    case "heading":
      return style.heading(writeInlines(block.inlines, style), block.level);
    case "code":
      return style.codeBlock(block.text, block.language);
    case "rule":
      return style.rule;
    case "quote":
      return indent(writeBlocks(block.blocks, style, limit).join("\n\n"), "> ", "> ");
    case "list":
      return block.items.map((item, i) => writeItem(item, block.start === undefined ? "- " : `${block.start + i}. `, style, limit)).join("\n");
  }
}

function writeItem(item: readonly Block[], bullet: string, style: Style, limit: Limit): string {
  const isTight = item.every((block) => block.kind === "paragraph" || block.kind === "list");
  const text = writeBlocks(item, style, limit).join(isTight ? "\n" : "\n\n");
  return indent(text, bullet, " ".repeat(bullet.length));
}

function writeTable(table: Table, style: Style, limit: Limit): readonly string[] {
  const plain = (cell: readonly Inline[]): string => writeInlines(cell, plainStyle);
  const inBlock = (text: string): string => style.codeBlock(text, "");
  const { form, texts } = layOutTable(table, plain, (text) => measure(inBlock(text), limit.unit) <= limit.most);
  return form === "grids" ? texts.map(inBlock) : texts.map((text) => style.text(text));
}

function writeInlines(inlines: readonly Inline[], style: Style): string {
  return inlines.map((inline) => writeInline(inline, style)).join("");
}

function writeInline(inline: Inline, style: Style): string {
  switch (inline.kind) {
    case "text":
      return style.text(inline.text);
    case "code":
      return style.code(inline.text);
    case "link":
      return style.link(writeInlines(inline.children, style), inline.href);
    case "bold":
    case "italic":
    case "struck":
      return style[inline.kind](writeInlines(inline.children, style));
  }
}

function indent(text: string, first: string, rest: string): string {
  return text
    .split("\n")
    .map((line, i) => (i === 0 ? first : rest) + line)
    .join("\n");
}
