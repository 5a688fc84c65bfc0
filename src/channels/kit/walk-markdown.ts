import { parseInline } from "#markdown/inline";
import type { Block, Inline, Table } from "#markdown/tree";

/** What a platform makes of the parts of a line: a string of markup (Telegram, Discord, IRC) or nodes of its own (Feishu). */
export interface InlineVisitor<Node> {
  text(words: string): Node;
  code(words: string): Node;
  lineBreak(): Node;
  strong(children: readonly Node[]): Node;
  em(children: readonly Node[]): Node;
  strike(children: readonly Node[]): Node;
  link(children: readonly Node[], href: string): Node;
}

/** What a platform makes of the blocks of a text, the innermost first. */
export interface BlockVisitor<Node, Line> {
  readonly inline: InlineVisitor<Line>;
  paragraph(line: readonly Line[]): Node;
  heading(line: readonly Line[], level: number): Node;
  code(words: string, language: string): Node;
  quote(blocks: readonly Node[]): Node;
  /** Each item with what it was made from; numbered from `start`, or with bullets where it is undefined. */
  list(items: readonly { readonly nodes: readonly Node[]; readonly blocks: readonly Block[] }[], start: number | undefined): Node;
  /** Few platforms have tables: the cells are left as they were written, for `layOutTable` or `walkInline`. */
  table(table: Table): Node;
  rule(): Node;
}

/** One node for each block, made by the visitor. */
export function walkBlocks<Node, Line>(blocks: readonly Block[], visitor: BlockVisitor<Node, Line>): readonly Node[] {
  return blocks.map((block) => walkBlock(block, visitor));
}

/** The nodes of one line of text with its marks. */
export function walkInline<Node>(text: string, visitor: InlineVisitor<Node>): readonly Node[] {
  return walkParts(parseInline(text), visitor);
}

function walkBlock<Node, Line>(block: Block, visitor: BlockVisitor<Node, Line>): Node {
  switch (block.kind) {
    case "paragraph":
      return visitor.paragraph(walkInline(block.text, visitor.inline));
    case "heading":
      return visitor.heading(walkInline(block.text, visitor.inline), block.level);
    case "code":
      return visitor.code(block.text, block.language);
    case "quote":
      return visitor.quote(walkBlocks(block.blocks, visitor));
    case "list":
      return visitor.list(
        block.items.map((item) => ({ nodes: walkBlocks(item, visitor), blocks: item })),
        block.start,
      );
    case "table":
      return visitor.table(block);
    case "rule":
      return visitor.rule();
  }
}

function walkParts<Node>(parts: readonly Inline[], visitor: InlineVisitor<Node>): readonly Node[] {
  return parts.map((part) => {
    switch (part.kind) {
      case "text":
      case "code":
        return visitor[part.kind](part.text);
      case "break":
        return visitor.lineBreak();
      case "link":
        return visitor.link(walkParts(part.children, visitor), part.href);
      case "strong":
      case "em":
      case "strike":
        return visitor[part.kind](walkParts(part.children, visitor));
    }
  });
}
