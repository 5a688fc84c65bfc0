import type { ServerResponse } from "node:http";
import { defined } from "#lib/defined";
import { roomFor } from "#http/door/answer-room";
import { safeHeaders, send } from "#http/door/reply";
import { LateAbort, type AbortSource } from "./late-abort.ts";
import { rpcError } from "./rpc-error.ts";

const streamHeaders = {
  ...safeHeaders,
  "Content-Type": "text/event-stream; charset=utf-8",
  // Without it a proxy in front collects the stream until it is over.
  "X-Accel-Buffering": "no",
} as const;

/** One POST's answer: a JSON body; or a stream, once something must be said before the answer or the client takes nothing else. */
export interface PostResponse {
  /** Ends when the client is gone before it was answered. */
  readonly client: AbortSource;
  notify(message: object): void;
  /** The answers of a batch are sent as an array where they are one body. */
  finish(answers: readonly RpcAnswer[], isBatch: boolean): void;
}

/** One answer as JSON, with the id of its request. */
export interface RpcAnswer {
  readonly id: string | number | null;
  readonly json: string;
}

export function encodeAnswer(answer: object): RpcAnswer {
  const id = "id" in answer && (typeof answer.id === "string" || typeof answer.id === "number") ? answer.id : null;
  return { id, json: JSON.stringify(answer) };
}

/** Answers below this are sent without a look at what their caller has not read. */
const largeBytes = 64 * 1024;

export function openExchange(outgoing: ServerResponse, accept: string | undefined): PostResponse {
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
    finish: (answers, isBatch) => {
      isOver = true;
      if (outgoing.destroyed) return;
      const messages = fitting(outgoing, answers);
      if (takesJson && !outgoing.headersSent) return send(outgoing, { status: 200, body: isBatch ? `[${messages.join(",")}]` : messages.join("") });
      for (const one of messages) frame(one);
      outgoing.end();
    },
  };
}

/** The work is done, so each request is told so, even when there is no room for its answer. */
function fitting(outgoing: ServerResponse, answers: readonly RpcAnswer[]): readonly string[] {
  const bytes = answers.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);
  const refusal = bytes < largeBytes ? undefined : roomFor(outgoing).refuses(bytes);
  if (refusal === undefined) return answers.map(({ json }) => json);
  return answers.map(({ id }) => JSON.stringify(rpcError(-32000, refusal.message, id, { error: refusal.code })));
}

export function frameOf(json: string): string {
  return `event: message\ndata: ${json}\n\n`;
}

export function sendJson(outgoing: ServerResponse, status: number, body: object, headers?: Readonly<Record<string, string>>): void {
  send(outgoing, { status, body: JSON.stringify(body), ...defined({ headers }) });
}
