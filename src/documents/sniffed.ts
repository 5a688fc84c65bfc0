import type { Format } from "./protocol.ts";

/** What a file is by its content; its name is only a claim. */
export type Sniffed =
  | { readonly is: "document"; readonly format: Format }
  | { readonly is: "picture"; readonly format: string }
  /** Known, and not read here. */
  | { readonly is: "other"; readonly format: string }
  | { readonly is: "encrypted"; readonly format: string }
  | { readonly is: "empty" }
  | { readonly is: "unknown" };
