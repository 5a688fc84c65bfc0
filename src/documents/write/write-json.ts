import type { DocumentBlock, Span } from "#documents/blocks";
import { OutputLimitReached } from "./budget.ts";
import { cleanText } from "#documents/clean";
import type { BlockWriter, BlockWriterParts } from "./writer.ts";

/** One object: `format`, `blocks` and `truncated`. A table is one block with its rows. Only the document's own text counts. */
export function createJsonWriter({ put, budget, format }: BlockWriterParts): BlockWriter {
  let isFirst = true;
  let rows: number | undefined;
  const begin = (): string => {
    const lead = isFirst ? `{"format":${JSON.stringify(format)},"blocks":[\n` : ",\n";
    isFirst = false;
    return lead;
  };
  const cut = (text: string): string => budget.take(cleanText(text));
  const closeTable = (): void => {
    if (rows !== undefined) put("]}");
    rows = undefined;
  };

  return {
    block: (block) => {
      if (block.kind === "table") {
        closeTable();
        put(`${begin()}${JSON.stringify(block).slice(0, -1)},"rows":[`);
        rows = 0;
      } else if (block.kind === "row") {
        put(`${rows === 0 ? "" : ","}\n${JSON.stringify(block.cells.map(cut))}`);
        rows = 1;
      } else if (block.kind === "table-end") closeTable();
      else {
        closeTable();
        put(`${begin()}${JSON.stringify(trimmed(block, cut))}`);
      }
      if (budget.isSpent) throw new OutputLimitReached();
    },
    end: () => {
      closeTable();
      put(`${isFirst ? begin() : ""}\n],"truncated":${budget.isSpent}}\n`);
    },
  };
}

function trimmed(block: Exclude<DocumentBlock, { kind: "table" | "row" | "table-end" }>, cut: (text: string) => string): DocumentBlock {
  if (block.kind === "page") return block.title === undefined ? block : { ...block, title: cut(block.title) };
  const spans: readonly Span[] = block.spans.map((span) => ({ ...span, text: cut(span.text) })).filter(({ text }) => text !== "");
  return { ...block, spans };
}
