import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { ParleyError } from "#domain/errors";
import { nameOf, whoIs, type Actor } from "#domain/people";
import type { Surface } from "#domain/thread";
import type { Auth } from "./auth.ts";
import { say } from "#lib/words";
import { BadInput, ClientLeft } from "./body.ts";
import type { HttpDeps } from "./deps.ts";
import { refusal, send, sendAndLinger } from "./reply.ts";
import type { Answer } from "./reply.ts";

export interface DoorEnv {
  readonly Bindings: HttpBindings;
}
export type Ask = Context<DoorEnv>;
/** What hono calls. The answer goes straight to the node response: no Request or Response object is made on the way. */
export type Served = (ask: Ask) => Promise<Response>;

export interface Door {
  /** Does the work and answers, whatever becomes of it. Undefined: the work has answered by itself. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, work: () => Promise<Answer | undefined>): Promise<void>;
  /** For everybody who reaches the port. */
  anybody(work: (ask: Ask) => Promise<Answer | undefined>): Served;
  /** For whoever the bearer says. */
  known(work: (ask: Ask, actor: Actor) => Promise<Answer | undefined>): Served;
  /** What there is not, or what the actor may not see: the same answer, and on record. */
  notFound(actor: Actor, what: string): Promise<ParleyError>;
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
      return send(outgoing, refusal(new ParleyError("Internal", say(language, "internal", { ref }))));
    }
    if (refused.cause !== undefined) log.debug({ cause: refused }, "a request was refused");
    if (refused.code === "TooLarge" && !incoming.complete) return turnDown(refused, incoming, outgoing);
    send(outgoing, refusal(refused));
  };

  const asRefusal = (cause: unknown): ParleyError | undefined => {
    // What went wrong inside is for the log, whoever found it.
    if (cause instanceof ParleyError) return cause.code === "Internal" ? undefined : cause;
    if (!(cause instanceof BadInput)) return undefined;
    switch (cause.code) {
      case "BadRequest":
        return new ParleyError("BadRequest", say(language, "badRequest", { reason: cause.message }), { cause });
      case "TooLarge":
        return new ParleyError("TooLarge", say(language, "tooLarge", { size: `> ${cause.message}`, max: cause.message }), { cause });
      case "NotText":
        return new ParleyError("NotText", say(language, "notText"), { cause });
    }
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

  const served = async ({ env: { incoming, outgoing } }: Ask, work: () => Promise<Answer | undefined>): Promise<Response> => {
    await serve(incoming, outgoing, work);
    return RESPONSE_ALREADY_SENT;
  };

  return {
    fail,
    serve,
    anybody: (work) => (ask) => served(ask, () => work(ask)),
    known: (work) => (ask) => served(ask, async () => work(ask, await auth.actor(ask.env.incoming))),
    notFound: async (actor, what) => {
      try {
        await hub.access.refuse({ who: whoIs(actor), name: nameOf(actor), code: "NotFound", about: what.slice(0, 200) });
      } catch (cause) {
        log.error({ cause }, "a refusal could not be recorded");
      }
      return new ParleyError("NotFound", say(language, "notFound", { what }));
    },
  };
}

/** Where words came in. Only a browser sends an Origin, and the door lets in only its own page's. */
export function surfaceOf(actor: Actor, incoming: IncomingMessage): Surface {
  if (actor.kind === "operator") return "shell";
  return incoming.headers.origin === undefined ? "api" : "page";
}
