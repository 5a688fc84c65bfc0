import { APICallError } from "@ai-sdk/provider";
import { redactText } from "#lib/redact/redact";
import { keepHead } from "#lib/text/truncate";

/** Why one attempt failed, in words that may be shown. */
export interface AttemptFailure {
  readonly reason: string;
  readonly status: number | undefined;
  readonly mayPass: boolean;
  /** The server asks to be left alone for so long. */
  readonly retryAfterMs: number;
}

const maxReason = 300;
const longestRetryAfterMs = 60_000;
/** Timeouts, conflicts, rate limits and trouble on the server's side pass; whatever is wrong with the request stays wrong. */
const passing = new Set([408, 409, 425, 429]);

/** `secrets` are cut out wherever a library or a server repeats them. */
export function attemptFailure(cause: unknown, secrets: readonly string[]): AttemptFailure {
  const call = APICallError.isInstance(cause) ? cause : undefined;
  // An answer that broke off after its headers counts as trouble with the network.
  const status = call?.statusCode !== undefined && call.statusCode >= 300 ? call.statusCode : undefined;
  const why = status === undefined ? networkReason(cause) : `HTTP ${status}: ${messageOf(cause)}`;
  return {
    reason: keepHead(redacted(why, secrets), maxReason).text,
    status,
    mayPass: status === undefined || status >= 500 || passing.has(status),
    retryAfterMs: retryAfterMs(call?.responseHeaders),
  };
}

function redacted(text: string, secrets: readonly string[]): string {
  const plain = secrets.filter((secret) => secret !== "").reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text);
  return redactText(plain).replaceAll(/\s+/g, " ").trim();
}

/** Node's fetch says only "fetch failed"; the cause below it has the code. */
function networkReason(cause: unknown): string {
  const words = [messageOf(cause)];
  for (let inner = cause instanceof Error ? cause.cause : undefined; inner instanceof Error; inner = inner.cause) {
    const code = "code" in inner ? String(inner.code) : "";
    if (!words.includes(inner.message)) words.push(inner.message);
    if (code !== "" && !words.some((word) => word.includes(code))) words.push(code);
  }
  return words.filter((word) => word !== "").join(": ");
}

function messageOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message;
  return typeof cause === "string" ? cause : JSON.stringify(cause);
}

function retryAfterMs(headers: Record<string, string> | undefined): number {
  const seconds = Number(headers?.["retry-after"] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, longestRetryAfterMs) : 0;
}
