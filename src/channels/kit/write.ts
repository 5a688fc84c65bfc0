import type { Block, Table } from "#markdown/tree";
import { measure, type Limit } from "./measure-text.ts";
import { split } from "./split.ts";
import { layOutTable } from "./table.ts";
import { walkBlocks, walkInline, type BlockVisitor, type InlineVisitor } from "./walk-markdown.ts";

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
  /** For platforms that have tables: the texts it takes to keep each within the limit. Undefined where that cannot be done. */
  table?(head: readonly string[], rows: readonly (readonly string[])[], limit: Limit): readonly string[] | undefined;
}

/** For platforms without markup, and for text that a platform failed to parse. */
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
  return filled(walkBlocks(blocks, visitorOf(style, limit)).flat());
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

type Texts = readonly string[];

/** A block is one text; only a table may be several. */
function visitorOf(style: Style, limit: Limit): BlockVisitor<Texts, string> {
  return {
    inline: inlineOf(style),
    paragraph: (line) => [line.join("")],
    heading: (line, level) => [style.heading(line.join(""), level)],
    code: (words, language) => [style.codeBlock(words, language)],
    quote: (blocks) => [indent(filled(blocks.flat()).join("\n\n"), "> ", "> ")],
    list: (items, start) => [
      items
        .map(({ nodes, blocks }, i) => {
          const isTight = blocks.every((block) => block.kind === "paragraph" || block.kind === "list");
          const bullet = start === undefined ? "- " : `${start + i}. `;
          return indent(filled(nodes.flat()).join(isTight ? "\n" : "\n\n"), bullet, " ".repeat(bullet.length));
        })
        .join("\n"),
    ],
    table: (table) => writeTable(table, style, limit),
    rule: () => [style.rule],
  };
}

function inlineOf(style: Style): InlineVisitor<string> {
  return {
    text: style.text,
    code: style.code,
    lineBreak: () => "\n",
    strong: (children) => style.bold(children.join("")),
    em: (children) => style.italic(children.join("")),
    strike: (children) => style.struck(children.join("")),
    link: (children, href) => style.link(children.join(""), href),
  };
}

function writeTable(table: Table, style: Style, limit: Limit): Texts {
  const written = (cell: string): string => walkInline(cell, inlineOf(style)).join("");
  const own = style.table?.(
    table.head.map(written),
    table.rows.map((row) => table.head.map((_, i) => written(row[i] ?? ""))),
    limit,
  );
  if (own !== undefined) return own;
  const plain = inlineOf(plainStyle);
  const inBlock = (text: string): string => style.codeBlock(text, "");
  const show = (cell: string): string => walkInline(cell, plain).join("");
  const { form, texts } = layOutTable(table, show, (text) => measure(inBlock(text), limit.unit) <= limit.most);
  return form === "grids" ? texts.map(inBlock) : texts.map((text) => style.text(text));
}

function filled(texts: Texts): Texts {
  return texts.filter((text) => text.trim() !== "");
}

function indent(text: string, first: string, rest: string): string {
  return text
    .split("\n")
    .map((line, i) => (i === 0 ? first : rest) + line)
    .join("\n");
}
