import type { Block } from "./blocks.ts";
import type { Budget } from "./budget.ts";

/** Turns blocks into text as they come; holds no more than the block at hand. */
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
  return `[Cut here after ${chars} characters; the document goes on.]`;
}
