import type { Format } from "#documents/program/protocol";

/** What a file is according to its content; the name is only a hint. */
export type Sniffed =
  | { readonly is: "document"; readonly format: Format }
  | { readonly is: "picture"; readonly format: string }
  /** A known format without a reader. */
  | { readonly is: "other"; readonly format: string }
  | { readonly is: "encrypted"; readonly format: string }
  | { readonly is: "empty" }
  | { readonly is: "unknown" };
