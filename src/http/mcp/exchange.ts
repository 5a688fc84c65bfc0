import type { ServerResponse } from "node:http";
import { safeHeaders } from "#http/reply";
import { LateAbort, type Ending } from "./late-abort.ts";

const streamHeaders = {
  ...safeHeaders,
  "Content-Type": "text/event-stream; charset=utf-8",
  // Without it a proxy in front collects the stream until it is over.
  "X-Accel-Buffering": "no",
} as const;

/** One POST's answer: a JSON body; or a stream, once something must be said before the answer or the client takes nothing else. */
export interface Exchange {
  /** Ends when the client is gone before it was answered. */
  readonly client: Ending;
  notify(message: object): void;
  finish(message: object | readonly object[]): void;
}

export function openExchange(outgoing: ServerResponse, accept: string | undefined): Exchange {
  const takes = (accept ?? "*/*").toLowerCase();
  const takesStream = takes.includes("text/event-stream");
  const takesJson = takes.includes("application/json") || takes.includes("*/*") || takes.includes("application/*") || !takesStream;
  const client = new LateAbort();
  let isOver = false;
  if (outgoing.destroyed) client.abort();
  outgoing.once("close", () => {
    if (!isOver) client.abort();
  });

  const frame = (message: object): void => {
    if (!outgoing.headersSent) outgoing.writeHead(200, streamHeaders);
    outgoing.write(frameOf(message));
  };

  return {
    client,
    notify: (message) => {
      if (takesStream && !isOver && !outgoing.destroyed) frame(message);
    },
    finish: (message) => {
      isOver = true;
      if (outgoing.destroyed) return;
      if (takesJson && !outgoing.headersSent) return sendJson(outgoing, 200, message);
      for (const one of [message].flat()) frame(one);
      outgoing.end();
    },
  };
}

export function frameOf(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

export function sendJson(outgoing: ServerResponse, status: number, body: object, headers: Readonly<Record<string, string>> = {}): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  // As a string: node sends that together with the head, and bytes after it.
  const text = JSON.stringify(body);
  outgoing.writeHead(status, { ...safeHeaders, "Content-Type": "application/json; charset=utf-8", "Content-Length": Buffer.byteLength(text), ...headers });
  outgoing.end(text);
}
