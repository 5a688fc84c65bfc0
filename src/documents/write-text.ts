import type { Block, Span } from "./blocks.ts";
import { Enough } from "./budget.ts";
import { cleanLine, cleanText } from "./clean.ts";
import { sayCut, type Writer, type WriterParts } from "./writer.ts";

const marks = { page: "Page", slide: "Slide", sheet: "Sheet" } as const;

/** Plain lines: a mark where a page begins, a dash before items, tabs between cells. */
export function createTextWriter({ put, budget }: WriterParts): Writer {
  let before: Block["kind"] | undefined;
  const write = (text: string): void => {
    put(budget.take(text));
    if (budget.isSpent) throw new Enough();
  };
  return {
    block: (block) => {
      const line = lineOf(block);
      if (line === undefined) return;
      const isClose = before === block.kind && (block.kind === "row" || block.kind === "item");
      write(`${before === undefined ? "" : isClose ? "\n" : "\n\n"}${line}`);
      before = block.kind;
    },
    end: () => put(budget.isSpent ? `\n\n${sayCut(budget.taken)}\n` : before === undefined ? "" : "\n"),
  };
}

function lineOf(block: Block): string | undefined {
  switch (block.kind) {
    case "page":
      return `[${marks[block.of]} ${block.number}${block.title === undefined ? "" : `: ${cleanLine(block.title)}`}]`;
    case "heading":
      return cleanLine(wordsOf(block.spans));
    case "paragraph":
      return cleanText(wordsOf(block.spans));
    case "item":
      return `${"  ".repeat(block.depth)}${block.mark ?? "-"} ${cleanText(wordsOf(block.spans))}`;
    case "notes":
      return `Notes: ${cleanText(wordsOf(block.spans))}`;
    case "row":
      return block.cells.map(cleanLine).join("\t");
    case "table":
    case "table-end":
      return undefined;
  }
}

function wordsOf(spans: readonly Span[]): string {
  return spans.map(({ text, link }) => (link === undefined || text.includes(link) ? text : `${text} (${link})`)).join("");
}
