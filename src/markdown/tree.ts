/** What stands inside a line. */
export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong" | "em" | "strike"; readonly children: readonly Inline[] }
  /** `href` is http, https or mailto; every other address stays text. */
  | { readonly kind: "link"; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: "break" };

export type Align = "left" | "right" | "center" | null;

/** Rows may have fewer cells than the head, never more. */
export interface Table {
  readonly kind: "table";
  readonly align: readonly Align[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * A message as blocks. `text` and the cells of a table still carry their marks: `parseInline` reads them, and a view that shows
 * a growing answer reads only the block that has changed.
 */
export type Block =
  | Table
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  /** Numbered from `start`, or with bullets where it is undefined. */
  | { readonly kind: "list"; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: "rule" };
