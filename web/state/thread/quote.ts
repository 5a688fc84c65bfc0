import type { MessageWire } from "#protocol/wire";
import { previewOf } from "./preview.ts";
import { originOf } from "./third-party.ts";

/** A line as another one points at it: enough to show it in one row, and to go there. */
export interface Quote {
  readonly id: string;
  readonly thread: string;
  readonly seq: number;
  readonly author: string;
  readonly name: string;
  readonly text: string;
}

const mostChars = 200;

/** `text` is what stands there now; the message itself keeps what was said first. Of a third party's words nothing is repeated. */
export function quoteOf(message: MessageWire, text: string): Quote {
  const { id, thread_id: thread, seq, author_id: author, author_name: name } = message;
  const origin = originOf(message);
  if (origin !== null) return { id, thread, seq, author, name: origin.platform, text: "" };
  return { id, thread, seq, author, name, text: previewOf(text).slice(0, mostChars) };
}

/** Undefined for what another version or another program left behind. */
export function readQuote(value: unknown): Quote | undefined {
  if (!isRecord(value)) return undefined;
  const { id, thread, seq, author = "", name, text } = value;
  if (typeof id !== "string" || typeof thread !== "string" || typeof seq !== "number") return undefined;
  if (typeof author !== "string" || typeof name !== "string" || typeof text !== "string") return undefined;
  return { id, thread, seq, author, name, text };
}

function isRecord(value: unknown): value is Record<keyof Quote, unknown> {
  return typeof value === "object" && value !== null;
}
