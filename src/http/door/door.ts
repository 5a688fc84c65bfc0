import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "hono";
import { ParleyError } from "#domain/errors";
import { nameOf, whoIs, type Actor } from "#domain/people";
import type { Surface } from "#domain/thread";
import type { Auth } from "./auth.ts";
import { say } from "#lib/words/words";
import { BadInput } from "./bad-input.ts";
import { ClientLeft } from "./body.ts";
import type { HttpDeps } from "#http/deps";
import { alreadySent } from "./serve-app.ts";
import { refusal, send, sendAndLinger } from "./reply.ts";
import type { HttpReply } from "./reply.ts";
import { commonTexts } from "#lib/words/common";

export interface DoorEnv {
  readonly Bindings: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };
}
export type DoorRequest = Context<DoorEnv>;
/** What hono calls. The answer goes straight to the node response: no Request or Response object is made on the way. */
export type Served = (ask: DoorRequest) => Promise<Response>;

export interface Door {
  /** Does the work and answers, whatever becomes of it. Undefined: the work has answered by itself. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, work: () => Promise<HttpReply | undefined>): Promise<void>;
  /** For everybody who reaches the port. */
  anybody(work: (ask: DoorRequest) => Promise<HttpReply | undefined>): Served;
  /** For whoever the bearer says. */
  known(work: (ask: DoorRequest, actor: Actor) => Promise<HttpReply | undefined>): Served;
  /** What there is not, or what the actor may not see: the same answer, and on record. */
  notFound(actor: Actor, what: string, code?: "NotFound" | "NoSuchSession"): Promise<ParleyError>;
  fail(cause: unknown, incoming: IncomingMessage, outgoing: ServerResponse): void;
}

const lingerMs = 5_000;
const lingerBytes = 32 * 1024 * 1024;

export function createDoor({ hub, log, clock, language }: Pick<HttpDeps, "hub" | "log" | "clock" | "language">, auth: Auth): Door {
  const fail: Door["fail"] = (cause, incoming, outgoing) => {
    if (cause instanceof ClientLeft) return;
    const refused = asRefusal(cause);
    if (refused === undefined) {
      const ref = randomBytes(4).toString("hex");
      log.error({ cause, ref, method: incoming.method, path: incoming.url?.split("?", 1)[0] }, "a request could not be answered");
      return send(outgoing, refusal(new ParleyError("Internal", say(language, commonTexts.internal, { ref }))));
    }
    if (refused.cause !== undefined) log.debug({ cause: refused }, "a request was refused");
    if (refused.code === "TooLarge" && !incoming.complete) return turnDown(refused, incoming, outgoing);
    send(outgoing, refusal(refused));
  };

  const asRefusal = (cause: unknown): ParleyError | undefined => {
    // What went wrong inside is for the log, whoever found it.
    if (cause instanceof ParleyError) return cause.code === "Internal" ? undefined : cause;
    return cause instanceof BadInput ? cause.refusal(language) : undefined;
  };

  /** Closing at once would reset the connection while the client still sends, and it would never read why. */
  const turnDown = (cause: ParleyError, incoming: IncomingMessage, outgoing: ServerResponse): void => {
    sendAndLinger(outgoing, refusal(cause));
    let taken = 0;
    const close = (): void => {
      cancel();
      outgoing.end();
    };
    const cancel = clock.after(lingerMs, close);
    incoming.on("data", (chunk: Buffer) => {
      taken += chunk.length;
      if (taken > lingerBytes) close();
    });
    incoming.once("end", close);
    incoming.once("close", close);
    incoming.resume();
  };

  const serve: Door["serve"] = async (incoming, outgoing, work) => {
    try {
      const answer = await work();
      if (answer !== undefined) send(outgoing, answer);
    } catch (cause) {
      fail(cause, incoming, outgoing);
    }
  };

  const served = async ({ env: { incoming, outgoing } }: DoorRequest, work: () => Promise<HttpReply | undefined>): Promise<Response> => {
    await serve(incoming, outgoing, work);
    return alreadySent;
  };

  return {
    fail,
    serve,
    anybody: (work) => (ask) => served(ask, () => work(ask)),
    known: (work) => (ask) => served(ask, async () => work(ask, await auth.actor(ask.env.incoming))),
    notFound: async (actor, what, code = "NotFound") => {
      try {
        await hub.access.refuse({ who: whoIs(actor), name: nameOf(actor), code, about: what.slice(0, 200) });
      } catch (cause) {
        log.error({ cause }, "a refusal could not be recorded");
      }
      return new ParleyError(code, say(language, commonTexts.notFound, { what }));
    },
  };
}

/** Where words came in, by the kind of token: what else a request says of itself, any program can say. */
export function surfaceOf(actor: Actor): Surface {
  if (actor.kind === "operator") return "shell";
  return actor.kind === "person" && actor.login === true ? "page" : "api";
}
