import type { DocumentBlock, Counts, Findings } from "#documents/blocks";
import type { DocumentCounts } from "./protocol.ts";

/** Counts for the summary. */
export interface BlockTally {
  readonly headings: number;
  readonly paragraphs: number;
  readonly tables: number;
  readonly hasText: boolean;
}

/** Counts what passes on its way to `next`. */
export function createTally(next: (block: DocumentBlock) => void): { readonly block: Findings["block"]; readonly seen: () => BlockTally } {
  const seen = { headings: 0, paragraphs: 0, tables: 0, hasText: false };
  return {
    block: (block) => {
      seen.hasText ||= hasWords(block);
      if (block.kind === "heading") seen.headings += 1;
      if (block.kind === "paragraph" || block.kind === "item") seen.paragraphs += 1;
      if (block.kind === "table") seen.tables += 1;
      next(block);
    },
    seen: () => ({ ...seen }),
  };
}

function hasWords(block: DocumentBlock): boolean {
  if (block.kind === "row") return block.cells.some((cell) => cell.trim() !== "");
  return "spans" in block && block.spans.some(({ text }) => text.trim() !== "");
}

/** A table may be known to a reader that only read its text, and the other way round. */
export function countsOf({ headings, paragraphs, tables }: BlockTally, counts: Counts | undefined): DocumentCounts {
  return { ...counts, headings, paragraphs, tables: Math.max(tables, counts?.tables ?? 0) };
}
