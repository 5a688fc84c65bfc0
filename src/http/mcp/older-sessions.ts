import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { whoIs } from "#domain/people";
import type { Auth } from "#http/door/auth";
import { readJson } from "#http/door/body";
import { usualBounds, type HttpDeps } from "#http/deps";
import { safeHeaders } from "#http/door/reply";
import { openSse, type Sse } from "#http/stream/sse";
import { say } from "#lib/words/words";
import type { Answering, Caller } from "./answering.ts";
import { frameOf } from "./post-response.ts";
import { httpTexts } from "#http/texts";
import { commonTexts } from "#lib/words/common";

/** The transport before Streamable HTTP: one stream down, and an address to post to. A restart ends its sessions. */
export interface OlderSessions extends Disposable {
  /** `inQuery`: the token came in the address, so the address to post to carries it too. */
  open(caller: Caller, outgoing: ServerResponse, inQuery: boolean): void;
  /** Ends the streams of those who may no longer come in. */
  recheck(auth: Pick<Auth, "identify">): Promise<void>;
  post(caller: Caller, id: string, incoming: IncomingMessage, outgoing: ServerResponse, answer: Answering): Promise<void>;
}

interface OlderSession {
  readonly caller: Caller;
  readonly sse: Sse;
  readonly gone: AbortController;
}

const mostSessions = 2_000;

export function createOlderSessions({ clock, log, language, bounds }: HttpDeps): OlderSessions {
  const sessions = new Map<string, OlderSession>();

  return {
    open: (caller, outgoing, inQuery) => {
      if (outgoing.destroyed) return;
      if (sessions.size >= mostSessions) throw new ParleyError("QueueFull", say(language, httpTexts.tooManyStreams));
      const id = randomBytes(24).toString("base64url");
      const gone = new AbortController();
      const sse = openSse(outgoing, {
        clock,
        mostBytes: bounds?.streamBytes ?? usualBounds.streamBytes,
        onCut: () => log.info({ session: id.slice(0, 6) }, "an MCP stream was cut: its client takes nothing"),
        onCaughtUp: () => {},
        onClose: () => {
          sessions.delete(id);
          gone.abort();
        },
      });
      sessions.set(id, { caller, sse, gone });
      sse.write(`event: endpoint\ndata: /messages?sessionId=${id}${inQuery ? `&token=${encodeURIComponent(caller.bearer)}` : ""}\n\n`);
    },
    post: async (caller, id, incoming, outgoing, answer) => {
      const held = sessions.get(id);
      // Another's session is the same as none.
      if (held === undefined || whoIs(held.caller.actor) !== whoIs(caller.actor))
        throw new ParleyError("NotFound", say(language, commonTexts.notFound, { what: "MCP session" }));
      const message = await readJson(incoming, z.unknown());
      outgoing.writeHead(202, { ...safeHeaders, "Content-Type": "text/plain" }).end("Accepted");
      const write = (one: object): void => held.sse.write(frameOf(JSON.stringify(one)));
      const answered = await answer(message, { ...caller, scope: id, client: held.gone, notify: write });
      if (answered !== undefined) write(answered);
    },
    recheck: async (auth) => {
      for (const { caller, sse } of sessions.values()) if ((await auth.identify(caller.bearer)) === undefined) sse.end();
    },
    [Symbol.dispose]: () => {
      for (const { sse } of sessions.values()) sse.end();
    },
  };
}
