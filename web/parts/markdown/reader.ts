import type { MarkdownReader } from "#web/state/markdown.ts";
import { piecesOf, plainPiecesOf } from "#web/state/text-pieces.ts";
import { ReadMarkdown } from "./read-markdown.tsx";

/** A chunk of its own, because the page must be drawn before its messages are read. */
export const reader: MarkdownReader = { ReadMarkdown, piecesOf, plainPiecesOf };
