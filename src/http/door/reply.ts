import type { ServerResponse } from "node:http";
import { errorCodes, ParleyError, type ErrorCode } from "#domain/errors";
import { encodeError } from "#http/encode/encode";
import { roomFor } from "./answer-room.ts";
import { defined } from "#lib/defined";

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
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

/** Smaller answers are sent without a look at what their caller has not read. */
const largeBytes = 64 * 1024;

export interface HttpReply {
  readonly status: number;
  /** Serialised JSON. */
  readonly body: string;
  /** Besides those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

export function ok(value: unknown, headers?: HttpReply["headers"]): HttpReply {
  return { status: 200, body: JSON.stringify(value), ...defined({ headers }) };
}

export function created(value: unknown): HttpReply {
  return { status: 201, body: JSON.stringify(value) };
}

/** What a thrown ParleyError looks like from outside. Its cause stays inside. */
export function refusal(error: ParleyError): HttpReply {
  const seconds = error.data?.["retry_after"];
  return {
    status: errorCodes[error.code],
    body: JSON.stringify(encodeError(error)),
    ...(typeof seconds === "number" && { headers: { "Retry-After": String(seconds) } }),
  };
}

export function refused(code: ErrorCode, sentence: string): HttpReply {
  return refusal(new ParleyError(code, sentence));
}

export function send(outgoing: ServerResponse, answer: HttpReply): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  const bytes = Buffer.byteLength(answer.body);
  if (bytes >= largeBytes) {
    const refusedAs = roomFor(outgoing).refuses(bytes);
    if (refusedAs !== undefined) return send(outgoing, refusal(refusedAs));
  }
  outgoing.writeHead(answer.status, headersOf(answer, bytes));
  // As many bytes as characters: ASCII, which is written faster as Latin-1 than as UTF-8, and is the same.
  outgoing.end(answer.body, bytes === answer.body.length ? "latin1" : "utf8");
}

/** Sends the whole answer but leaves the exchange open; the connection closes when the caller ends it. */
export function sendAndLinger(outgoing: ServerResponse, answer: HttpReply): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(answer.status, [...headersOf(answer, Buffer.byteLength(answer.body)), "Connection", "close"]);
  outgoing.write(answer.body);
}

const jsonHeaders: readonly string[] = [...Object.entries(safeHeaders).flat(), "Content-Type", "application/json; charset=utf-8", "Content-Length"];

/** Names and values by turns: the form that Node writes without copying it. */
function headersOf({ headers }: HttpReply, bytes: number): string[] {
  const all = jsonHeaders.slice();
  all.push(String(bytes));
  if (headers !== undefined) for (const name in headers) all.push(name, headers[name] ?? "");
  return all;
}
