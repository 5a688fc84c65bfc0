import { cutBefore } from "#channels/kit/split";
import { reach } from "#channels/kit/measure-text";
import { layOutTable } from "#channels/kit/table";
import { walkBlocks, walkInline, type BlockVisitor, type InlineVisitor } from "#channels/kit/walk-markdown";
import { parseBlocks } from "#markdown/blocks";
import type { Table } from "#markdown/tree";
import { indented, join, marked, plain, quoted, sliced, trimmedEnd, type Rich } from "./rich-text.ts";

/** Telegram counts the text without its marks, and shows no more marks than this in one message. */
export const textLimit = 4096;
const mostMarks = 100;
/** Telegram refuses a message whose marks are too large in all, which addresses of links make them. */
const mostAddresses = 8_000;

type Blocks = readonly Rich[];

/** One text per block; a table that would be too long is several. */
export function writeMarkdown(markdown: string): Blocks {
  return filled(walkBlocks(parseBlocks(markdown), visitor).flat());
}

/** Blocks into messages: as many whole blocks as fit, and only a block that fits in no message alone is cut. */
export function packRich(blocks: Blocks): Blocks {
  const pieces: Rich[] = [];
  let open: Rich | undefined;
  for (const block of blocks) {
    const joined: Rich = open === undefined ? block : join([open, block], "\n\n");
    if (fits(joined)) {
      open = joined;
      continue;
    }
    if (open !== undefined && fits(block)) {
      pieces.push(open);
      open = block;
      continue;
    }
    const cut = cutApart(joined);
    pieces.push(...cut.slice(0, -1));
    open = cut.at(-1);
  }
  return filled([...pieces, ...(open === undefined ? [] : [open])].map(trimmedEnd));
}

function fits({ text, marks }: Rich): boolean {
  const addresses = marks.reduce((sum, mark) => sum + (mark.kind === "link" ? mark.href.length : 0), 0);
  return text.length <= textLimit && marks.length <= mostMarks && addresses <= mostAddresses;
}

function cutApart(rich: Rich): Blocks {
  const parts: Rich[] = [];
  let at = 0;
  while (at < rich.text.length) {
    const most = Math.min(reach(rich.text, at, textLimit, "utf16"), beforeTooManyMarks(rich, at));
    const end = most === rich.text.length ? most : cutBefore(rich.text, at, most);
    parts.push(sliced(rich, at, end));
    at = end;
  }
  return parts;
}

/** Where the first mark begins that a message from here on would have too many with. */
function beforeTooManyMarks({ text, marks }: Rich, at: number): number {
  const next = marks.filter(({ to }) => to > at)[mostMarks];
  return next === undefined || next.from <= at ? text.length : next.from;
}

const inline: InlineVisitor<Rich> = {
  text: plain,
  code: (words) => marked(plain(words), { kind: "code" }),
  lineBreak: () => plain("\n"),
  strong: (children) => marked(join(children), { kind: "bold" }),
  em: (children) => marked(join(children), { kind: "italic" }),
  strike: (children) => marked(join(children), { kind: "strike" }),
  link: (children, href) => {
    const text = join(children);
    return text.text === href ? text : marked(text, { kind: "link", href });
  },
};

const visitor: BlockVisitor<Blocks, Rich> = {
  inline,
  paragraph: (line) => [join(line)],
  heading: (line) => [marked(join(line), { kind: "bold" })],
  code: (words, language) => [marked(plain(words), { kind: "pre", language: /^[\w+#.-]{1,30}$/.test(language) ? language : "" })],
  quote: (nodes) => [quoted(join(filled(nodes.flat()).map(withoutQuote), "\n\n"))],
  list: (items, start) => [
    join(
      items.map(({ nodes, blocks }, i) => {
        const isTight = blocks.every((block) => block.kind === "paragraph" || block.kind === "list");
        const bullet = start === undefined ? "• " : `${start + i}. `;
        return indented(join(filled(nodes.flat()), isTight ? "\n" : "\n\n"), bullet, " ".repeat(bullet.length));
      }),
      "\n",
    ),
  ],
  table: writeTable,
  rule: () => [plain("———")],
};

/** A quote inside a quote. */
function withoutQuote(rich: Rich): Rich {
  return rich.marks.some(({ kind }) => kind === "quote") ? indented(rich, "> ", "> ") : rich;
}

function writeTable(table: Table): Blocks {
  const show = (cell: string): string => join(walkInline(cell, inline)).text;
  const { form, texts } = layOutTable(table, show, (text) => text.length <= textLimit);
  return texts.map((text) => (form === "grids" ? marked(plain(text), { kind: "pre", language: "" }) : plain(text)));
}

function filled(blocks: Blocks): Blocks {
  return blocks.filter(({ text }) => text.trim() !== "");
}
