import type { IncomingMessage } from "node:http";
import { systemClock, type Clock } from "#lib/time/clock";
import { isBodyWhole } from "./body.ts";
import { answerBroken } from "./server.ts";

/** How long a body is waited for. The server's own bound is one for all, and a large file may well take longer than a message. */
export interface BodyTimeout {
  /** Cut when it is not whole in time. */
  watch(incoming: IncomingMessage): void;
  /** From now on it is cut only when nothing of it comes for that long. */
  whileItMoves(incoming: IncomingMessage): void;
}

/** Goes by the machine's own time, as the server does with the heads. */
export function createBodyTimeout(requestMs: number, clock: Clock = systemClock): BodyTimeout {
  const waits = new WeakMap<IncomingMessage, () => void>();

  const cut = (incoming: IncomingMessage): void => {
    const late: NodeJS.ErrnoException = Object.assign(new Error("request body timed out"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    if (!incoming.complete) answerBroken(late, incoming.socket);
  };
  const wait = (incoming: IncomingMessage, call: () => void): void => {
    waits.get(incoming)?.();
    waits.set(incoming, clock.after(requestMs, call));
  };

  const start = (incoming: IncomingMessage): void => {
    if (isBodyWhole(incoming) || incoming.destroyed || waits.has(incoming)) return;
    wait(incoming, () => cut(incoming));
    incoming.once("close", () => waits.get(incoming)?.());
  };

  return {
    watch: (incoming) => {
      const { "content-length": length = "0", "transfer-encoding": coding } = incoming.headers;
      if (length === "0" && coding === undefined) return;
      // Most bodies come with their heads, and are whole by now or as soon as the parser returns.
      if (!isBodyWhole(incoming)) process.nextTick(start, incoming);
    },
    whileItMoves: (incoming) => {
      const look = (before: number): void => {
        const { bytesRead } = incoming.socket;
        if (bytesRead === before) cut(incoming);
        else if (!incoming.complete && !incoming.destroyed) wait(incoming, () => look(bytesRead));
      };
      look(-1);
    },
  };
}
