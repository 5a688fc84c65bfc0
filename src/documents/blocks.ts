// A document as a flat sequence of blocks in reading order, passed on one by one so that no reader holds a whole document in
// memory.

export interface Span {
  readonly text: string;
  /** The link target as in the document; never followed. */
  readonly link?: string;
}

export type DocumentBlock =
  /** Start of a page, slide or sheet. */
  | { readonly kind: "page"; readonly of: "page" | "slide" | "sheet"; readonly number: number; readonly title?: string; readonly isHidden?: true }
  | { readonly kind: "heading"; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: "paragraph"; readonly spans: readonly Span[] }
  /** `mark` is the marker shown in the document, such as `3.` or `b)`, if known. */
  | { readonly kind: "item"; readonly depth: number; readonly isOrdered: boolean; readonly mark?: string; readonly spans: readonly Span[] }
  /** Speaker notes. */
  | { readonly kind: "notes"; readonly spans: readonly Span[] }
  /** Rows follow until the table ends; the first row is its head. */
  | { readonly kind: "table"; readonly number: number; readonly name?: string }
  | { readonly kind: "row"; readonly cells: readonly string[] }
  | { readonly kind: "table-end" };

/** Receives a reader's output. Each call may throw to end the reading (output limit, stopped). */
export interface Findings {
  block(block: DocumentBlock): void;
  /** Something that was left out or guessed; repeated sentences are dropped. */
  warn(sentence: string): void;
  /** Progress; `total` if known. */
  progress(done: number, total?: number): void;
}

/** Summary at the end of reading. */
export interface Counts {
  readonly pages?: number;
  readonly slides?: number;
  readonly sheets?: number;
  readonly tables: number;
}

/** The input: opened by the parent and passed as a descriptor, never as a path. */
export interface BlockSource {
  readonly fd: number;
  readonly bytes: number;
}
