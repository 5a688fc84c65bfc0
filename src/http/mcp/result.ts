import type { ParleyError } from "#domain/errors";
import { encodeError } from "#http/encode/encode";

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

/** A rate limit has the bus's own name, and says when to try again. */
export function rateLimitOf({ message, data }: ParleyError): Body {
  const { limit, window, retry_after, scope } = data ?? {};
  return { error: "RateLimitExceeded", detail: message, limit, window, retry_after, scope };
}

export function failureOf(error: ParleyError): Body {
  if (error.code === "RateLimited") return rateLimitOf(error);
  const { error: code, detail, ...rest } = encodeError(error);
  return { error: code, detail, ...rest };
}
