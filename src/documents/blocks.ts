// What a document is once it is read: a flat run of blocks in reading order, handed on one by one so that no reader holds a
// whole document in memory.

export interface Span {
  readonly text: string;
  /** Where it leads, as the document says; never followed. */
  readonly link?: string;
}

export type Block =
  /** A page, slide or sheet begins. */
  | { readonly kind: "page"; readonly of: "page" | "slide" | "sheet"; readonly number: number; readonly title?: string; readonly isHidden?: true }
  | { readonly kind: "heading"; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: "paragraph"; readonly spans: readonly Span[] }
  /** `mark` is what the document itself puts before it, such as `3.` or `b)`, where it is known. */
  | { readonly kind: "item"; readonly depth: number; readonly isOrdered: boolean; readonly mark?: string; readonly spans: readonly Span[] }
  /** What the speaker sees and the audience does not. */
  | { readonly kind: "notes"; readonly spans: readonly Span[] }
  /** Rows follow until the table ends; the first row is its head. */
  | { readonly kind: "table"; readonly number: number; readonly name?: string }
  | { readonly kind: "row"; readonly cells: readonly string[] }
  | { readonly kind: "table-end" };

/** What a reader hands its findings to. Each call may throw to end the reading (enough text, stopped). */
export interface Findings {
  block(block: Block): void;
  /** Something that was left out or guessed; each sentence once. */
  warn(sentence: string): void;
  /** How far it is; `total` where it is known. */
  progress(done: number, total?: number): void;
}

/** What a reader knows at the end. */
export interface Counts {
  readonly pages?: number;
  readonly slides?: number;
  readonly sheets?: number;
  readonly tables: number;
}

/** The one input: opened by the parent, handed over as a descriptor, never a path. */
export interface Source {
  readonly fd: number;
  readonly bytes: number;
}
