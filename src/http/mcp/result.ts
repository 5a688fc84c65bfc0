import type { ParleyError } from "#domain/errors";
import { encodeError } from "#http/encode/encode";

export type ToolContent = { readonly type: "text"; readonly text: string } | { readonly type: "image"; readonly data: string; readonly mimeType: string };

export interface ToolResult {
  readonly content: readonly ToolContent[];
  readonly isError?: true;
}

export type ToolBody = Readonly<Record<string, unknown>>;

export function text(words: string): ToolContent {
  return { type: "text", text: words };
}

/** One text block that holds JSON: what agents of the bus parse. */
export function answer(value: unknown): ToolResult {
  return { content: [text(JSON.stringify(value))] };
}

/** The same body, marked as a failure for clients that look at the mark. */
export function failure(body: ToolBody): ToolResult {
  return { content: [text(JSON.stringify(body))], isError: true };
}

/** A rate limit has the bus's own name, and says when to try again. */
export function rateLimitOf({ message, data }: ParleyError): ToolBody {
  const { limit, window, retry_after, scope } = data ?? {};
  return { error: "RateLimitExceeded", detail: message, limit, window, retry_after, scope };
}

export function failureOf(error: ParleyError): ToolBody {
  if (error.code === "RateLimited") return rateLimitOf(error);
  const { error: code, detail, ...rest } = encodeError(error);
  return { error: code, detail, ...rest };
}
