/** What stands inside a line. */
export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "bold" | "italic" | "struck"; readonly children: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly children: readonly Inline[] };

export type Cell = readonly Inline[];

export interface Table {
  readonly kind: "table";
  readonly head: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What channels encode. Small on purpose: a platform that cannot show one of these shows it in words. */
export type Block =
  | Table
  | { readonly kind: "paragraph"; readonly inlines: readonly Inline[] }
  | { readonly kind: "heading"; readonly level: number; readonly inlines: readonly Inline[] }
  /** Numbered from `start`, or with bullets where it is undefined. */
  | { readonly kind: "list"; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "rule" };
