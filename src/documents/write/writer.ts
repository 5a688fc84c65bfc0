import type { DocumentBlock } from "#documents/blocks";
import type { OutputBudget } from "./budget.ts";

/** Converts blocks to text as they arrive; holds only the current block. */
export interface BlockWriter {
  /** Throws Enough when the budget is spent. */
  block(block: DocumentBlock): void;
  /** What is still open is closed; a cut is marked where a reader sees it. */
  end(): void;
}

export interface BlockWriterParts {
  readonly put: (text: string) => void;
  readonly budget: OutputBudget;
  readonly format: string;
}

export function sayCut(chars: number): string {
  return `[Truncated after ${chars} characters.]`;
}
