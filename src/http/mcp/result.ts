import type { ParleyError } from "#domain/errors";
import { encodeError } from "#http/encode";

export type Content = { readonly type: "text"; readonly text: string } | { readonly type: "image"; readonly data: string; readonly mimeType: string };

export interface ToolResult {
  readonly content: readonly Content[];
  readonly isError?: true;
}

export type Body = Readonly<Record<string, unknown>>;

export function text(words: string): Content {
  return { type: "text", text: words };
}

/** One text block that holds JSON: what agents of the bus parse. */
export function answer(value: unknown): ToolResult {
  return { content: [text(JSON.stringify(value))] };
}

/** The same body, marked as a failure for clients that look at the mark. */
export function failure(body: Body): ToolResult {
  return { content: [text(JSON.stringify(body))], isError: true };
}

export function failureOf(error: ParleyError): Body {
  const { error: code, detail, ...rest } = encodeError(error);
  return { error: code, detail, ...rest };
}
