import type { ServerResponse } from "node:http";
import { defined } from "#lib/defined";
import { roomFor } from "#http/door/answer-room";
import { safeHeaders, send } from "#http/door/reply";
import { LateAbort, type AbortSource } from "./late-abort.ts";

const streamHeaders = {
  ...safeHeaders,
  "Content-Type": "text/event-stream; charset=utf-8",
  // Without it a proxy in front collects the stream until it is over.
  "X-Accel-Buffering": "no",
} as const;

/** One POST's answer: a JSON body; or a stream, once something must be said before the answer or the client takes nothing else. */
export interface Exchange {
  /** Ends when the client is gone before it was answered. */
  readonly client: AbortSource;
  notify(message: object): void;
  /** With messages as JSON; those of a batch are sent as an array where they are one body. */
  finish(messages: readonly string[], isBatch: boolean): void;
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

  const frame = (json: string): void => {
    if (!outgoing.headersSent) outgoing.writeHead(200, streamHeaders);
    outgoing.write(frameOf(json));
  };

  return {
    client,
    notify: (message) => {
      if (takesStream && !isOver && !outgoing.destroyed) frame(JSON.stringify(message));
    },
    finish: (messages, isBatch) => {
      isOver = true;
      if (outgoing.destroyed) return;
      if (takesJson && !outgoing.headersSent) return send(outgoing, { status: 200, body: isBatch ? `[${messages.join(",")}]` : messages.join("") });
      // The work is done and the stream may be open already: what does not fit ends with its connection.
      if (roomFor(outgoing).refuses(messages.reduce((sum, one) => sum + one.length, 0)) !== undefined) return void outgoing.destroy();
      for (const one of messages) frame(one);
      outgoing.end();
    },
  };
}

export function frameOf(json: string): string {
  return `event: message\ndata: ${json}\n\n`;
}

export function sendJson(outgoing: ServerResponse, status: number, body: object, headers?: Readonly<Record<string, string>>): void {
  send(outgoing, { status, body: JSON.stringify(body), ...defined({ headers }) });
}
