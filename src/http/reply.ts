import type { ServerResponse } from "node:http";
import { errorCodes, ParleyError, type ErrorCode } from "#domain/errors";
import { encodeError } from "./encode.ts";

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** On everything that leaves the door. */
export const safeHeaders = {
  "Content-Security-Policy": contentPolicy,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
} as const;

export interface Answer {
  readonly status: number;
  /** Serialised JSON. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function ok(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value) };
}

export function created(value: unknown): Answer {
  return { status: 201, body: JSON.stringify(value) };
}

/** What a thrown ParleyError looks like from outside. Its cause stays inside. */
export function refusal(error: ParleyError): Answer {
  const retryMs = error.data?.["retryMs"];
  return {
    status: errorCodes[error.code],
    body: JSON.stringify(encodeError(error)),
    ...(typeof retryMs === "number" && { headers: { "Retry-After": String(Math.ceil(retryMs / 1000)) } }),
  };
}

export function refused(code: ErrorCode, sentence: string): Answer {
  return refusal(new ParleyError(code, sentence));
}

export function send(outgoing: ServerResponse, answer: Answer): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(answer.status, headersOf(answer));
  outgoing.end(answer.body);
}

/** Sends the whole answer but leaves the exchange open; the connection closes when the caller ends it. */
export function sendAndLinger(outgoing: ServerResponse, answer: Answer): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(answer.status, { ...headersOf(answer), Connection: "close" });
  outgoing.write(answer.body);
}

function headersOf(answer: Answer): Record<string, string | number> {
  return {
    ...safeHeaders,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(answer.body),
    ...answer.headers,
  };
}
