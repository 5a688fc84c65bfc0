import type { Block } from "#documents/blocks";
import type { Budget } from "./budget.ts";

/** Converts blocks to text as they arrive; holds only the current block. */
export interface Writer {
  /** Throws Enough when the budget is spent. */
  block(block: Block): void;
  /** What is still open is closed; a cut is marked where a reader sees it. */
  end(): void;
}

export interface WriterParts {
  readonly put: (text: string) => void;
  readonly budget: Budget;
  readonly format: string;
}

export function sayCut(chars: number): string {
  return `[Truncated after ${chars} characters.]`;
}
