import type { DocumentBlock, Span } from "#documents/blocks";
import { OutputLimitReached } from "./budget.ts";
import { cleanLine, cleanText } from "#documents/clean";
import { sayCut, type BlockWriter, type BlockWriterParts } from "./writer.ts";

const marks = { page: "Page", slide: "Slide", sheet: "Sheet" } as const;

/** Plain lines: a mark where a page begins, a dash or a number before items, tabs between cells. */
export function createTextWriter({ put, budget }: BlockWriterParts): BlockWriter {
  let before: DocumentBlock["kind"] | undefined;
  const numberOf = createNumbers();
  const write = (text: string): void => {
    put(budget.take(text));
    if (budget.isSpent) throw new OutputLimitReached();
  };
  return {
    block: (block) => {
      const line = block.kind === "item" ? itemOf(block, numberOf(block, before !== "item")) : lineOf(block);
      if (line === undefined) return;
      const isClose = before === block.kind && (block.kind === "row" || block.kind === "item");
      write(`${before === undefined ? "" : isClose ? "\n" : "\n\n"}${line}`);
      before = block.kind;
    },
    end: () => put(budget.isSpent ? `\n\n${sayCut(budget.taken)}\n` : before === undefined ? "" : "\n"),
  };
}

type Item = Extract<DocumentBlock, { kind: "item" }>;

function itemOf({ depth, isOrdered, mark, spans }: Item, number: number): string {
  return `${"  ".repeat(depth)}${mark ?? (isOrdered ? `${number}.` : "-")} ${cleanText(wordsOf(spans))}`;
}

/** Numbers that the document does not tell are counted, in each list that nothing interrupts. */
function createNumbers(): (item: Item, isFirst: boolean) => number {
  let counts: number[] = [];
  return ({ depth, isOrdered }, isFirst) => {
    counts = isFirst ? [] : counts.slice(0, depth + 1);
    return (counts[depth] = isOrdered ? (counts[depth] ?? 0) + 1 : 0);
  };
}

function lineOf(block: Exclude<DocumentBlock, Item>): string | undefined {
  switch (block.kind) {
    case "page":
      return `[${marks[block.of]} ${block.number}${block.title === undefined ? "" : `: ${cleanLine(block.title)}`}${block.isHidden === true ? " (hidden)" : ""}]`;
    case "heading":
      return cleanLine(wordsOf(block.spans));
    case "paragraph":
      return cleanText(wordsOf(block.spans));
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
