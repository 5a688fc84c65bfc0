import { type SentFile, isSentFile } from "#web/state/documents/sent-file.ts";
import { type Quote, readQuote } from "./quote.ts";

/** Something that was written and that the hub has not confirmed. The key goes with every try, so that it arrives once. */
export interface Unsent {
  readonly key: string;
  readonly thread: string;
  readonly content: string;
  readonly session?: string;
  /** The line that it answers. */
  readonly reply?: Quote;
  /** What was uploaded for it. */
  readonly files?: readonly SentFile[];
  readonly at: number;
  /** The thread's last seq when it was written. */
  readonly afterSeq: number;
  /** Why the hub refused it; it is not tried again by itself. */
  readonly problem?: string;
}

/** Undefined for what another version or another program left behind. */
export function readUnsent(text: string): Unsent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return undefined;
    const { key, thread, content, session, reply, files, at, afterSeq, problem } = value;
    const quote = readQuote(reply);
    if (typeof key !== "string" || typeof thread !== "string" || typeof content !== "string" || typeof at !== "number" || typeof afterSeq !== "number")
      return undefined;
    return {
      key,
      thread,
      content,
      at,
      afterSeq,
      ...(typeof session === "string" ? { session } : {}),
      ...(quote === undefined ? {} : { reply: quote }),
      ...(Array.isArray(files) && files.every(isSentFile) ? { files } : {}),
      ...(typeof problem === "string" ? { problem } : {}),
    };
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<"key" | "thread" | "content" | "session" | "reply" | "files" | "at" | "afterSeq" | "problem", unknown> {
  return typeof value === "object" && value !== null;
}
