import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ParleyError } from "#domain/errors";
import { whoIs, type Actor } from "#domain/people";
import { systemClock, type Clock } from "#lib/time/clock";
import { say } from "#lib/words/words";
import type { Bounds, DoorLog, HttpDeps } from "#http/deps";
import { setRooms, type AnswerRoom } from "./answer-room.ts";
import { remoteOf, type Auth } from "./auth.ts";
import { busyTexts } from "./busy-texts.ts";
import { createLargeTurns } from "./large-turns.ts";
import { createUnreadBytes } from "./unread-bytes.ts";

/**
 * Answers that clients asked for and do not read stay in memory. They are counted for each person or agent and in all; past the bound a caller
 * gets 503, and a client that takes its answer too slowly is disconnected.
 */
export interface HeldAnswers {
  /** Whoever is let in waits for their turn, and is asked to read what they were sent before. Throws Busy. */
  guard(auth: Auth): Auth;
  /**
   * Before the request is served. A promise when another one on the same connection has not been read yet: a client that sends many requests
   * at once gets the next answer when it has taken the one before, or never.
   */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> | undefined;
  /** Once it has been answered, or its stream is open. */
  answered(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Streams grow after they were opened: looks at these connections from time to time. */
  watch(sockets: ReadonlySet<Socket>): Disposable;
}

/** One request of a connection, and how it goes on. */
interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** What had been sent on the connection before. */
  readonly written: number;
  /** Set when the door has let it in. */
  caller: CallerRoom | undefined;
  /** The request before it, until that one is over. */
  before: Exchange | undefined;
}

/** Whose answer it is: the person or agent that the door identified, however they spelled their token. */
interface CallerRoom {
  readonly holder: string;
  /** What all callers may leave unread before this one is refused. */
  readonly totalBytes: number;
}

const lookEveryMs = 1_000;
const retrySeconds = 1;
/** Agents cannot fill the whole room: people still get answers, and the way to stop the agents. */
const agentsShare = 0.5;
/** The rest is for owners and the operator, who are bound only by what they leave unread themselves. */
const peoplesShare = 0.75;
/** Whoever has no token gets the page's own files: a little for each address, and for all of them together. Not counted against the others. */
const strangersShare = 0.25;
const strangerShare = 0.125;

export type HeldBounds = Pick<Bounds, "tokenBytes" | "totalBytes" | "writeMs" | "readBytesPerSecond">;

/** Goes by the machine's own time, as the server does with requests. */
export function createHeldAnswers(
  { log, language }: Pick<HttpDeps, "language"> & { readonly log: DoorLog },
  bounds: HeldBounds,
  clock: Clock = systemClock,
): HeldAnswers {
  // By connection: a map by request would be written for each of them, and looked through at every collection of garbage.
  const lastAsked = new WeakMap<Socket, Exchange>();
  const unread = createUnreadBytes();
  const strangersUnread = createUnreadBytes();
  const turns = createLargeTurns();

  const busy = (isOwn: boolean): ParleyError =>
    new ParleyError("Busy", say(language, isOwn ? busyTexts.readFirst : busyTexts.tooMuchUnread), { data: { retry_after: retrySeconds } });

  /** No retry is suggested: the request was carried out. */
  const notSent = (): ParleyError => new ParleyError("AnswerNotSent", say(language, busyTexts.notSent));

  /** Without what `own` has of it already. */
  const refusalFor = ({ holder, totalBytes }: CallerRoom, own = 0): ParleyError | undefined => {
    if (unread.of(holder) - own >= bounds.tokenBytes) return busy(true);
    return unread.total() - own >= totalBytes ? busy(false) : undefined;
  };

  const exchangeOf = (incoming: IncomingMessage): Exchange | undefined => {
    let exchange = lastAsked.get(incoming.socket);
    while (exchange !== undefined && exchange.incoming !== incoming) exchange = exchange.before;
    return exchange;
  };

  const admit = (incoming: IncomingMessage, actor: Actor): undefined | Promise<void> => {
    const caller = { holder: whoIs(actor), totalBytes: bounds.totalBytes * shareOf(actor) };
    const exchange = exchangeOf(incoming);
    if (exchange !== undefined) exchange.caller = caller;
    const turn = turns.next(caller.holder);
    if (turn === false) throw busy(true);
    if (turn !== undefined) return turn.then(() => mustReadFirst(caller));
    return mustReadFirst(caller);
  };

  const mustReadFirst = (caller: CallerRoom): undefined => {
    const refusal = refusalFor(caller);
    if (refusal !== undefined) throw refusal;
  };

  const admitted = (incoming: IncomingMessage, actor: Actor): Actor | Promise<Actor> => {
    const turn = admit(incoming, actor);
    return turn === undefined ? actor : turn.then(() => actor);
  };

  const makeRoom = (outgoing: ServerResponse): AnswerRoom => {
    const incoming = outgoing.req;
    const { socket } = incoming;
    const exchange = exchangeOf(incoming);
    const ownBytes = (): number => unread.ofAnswer(socket, outgoing);
    const hold = (bytes: number): void => {
      const caller = exchange?.caller;
      if (caller !== undefined) unread.put(socket, outgoing, caller.holder, bytes);
    };
    return {
      isFull: () => {
        const caller = exchange?.caller;
        return caller !== undefined && refusalFor(caller, ownBytes()) !== undefined;
      },
      hold,
      refuses: (bytes) => {
        const caller = exchange?.caller;
        if (caller === undefined) return undefined;
        // Reading again is harmless. Other work is done by now: its answer is sent unless the caller is far past the bound.
        const isFarPast = unread.of(caller.holder) - ownBytes() >= 2 * bounds.tokenBytes;
        const refusal = incoming.method === "GET" ? refusalFor(caller, ownBytes()) : isFarPast ? notSent() : undefined;
        if (refusal === undefined) hold(bytes);
        return refusal;
      },
    };
  };

  /** Only answers that wait to be taken are counted. */
  const count = (incoming: IncomingMessage, outgoing: ServerResponse, caller: CallerRoom | undefined): boolean => {
    const { socket } = incoming;
    const bytes = outgoing.writableLength;
    if (caller !== undefined) return unread.put(socket, outgoing, caller.holder, bytes);
    const remote = remoteOf(incoming);
    if (!strangersUnread.put(socket, outgoing, remote, bytes)) return false;
    const isTooMuch = strangersUnread.of(remote) > bounds.totalBytes * strangerShare || strangersUnread.total() > bounds.totalBytes * strangersShare;
    if (isTooMuch) socket.destroy();
    return !isTooMuch;
  };

  const cutWhenSlow = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const cut = (): void => {
      log.info({ remote: remoteOf(incoming) }, "a client that did not read its answer was disconnected");
      incoming.socket.destroy();
    };
    // Node restarts this timer for as long as the client takes something, so a few bytes at a time would hold the answer for good.
    outgoing.setTimeout(bounds.writeMs, cut);
    outgoing.once("close", clock.after(bounds.writeMs + (outgoing.writableLength / bounds.readBytesPerSecond) * 1_000, cut));
  };

  return {
    guard: (auth) => ({
      ...auth,
      actor: (incoming) => {
        const actor = auth.actor(incoming);
        return actor instanceof Promise ? actor.then((found) => admitted(incoming, found)) : admitted(incoming, actor);
      },
      caller: async (incoming, queryToken) => {
        const caller = await auth.caller(incoming, queryToken);
        await admit(incoming, caller.actor);
        return caller;
      },
    }),
    begin: (incoming, outgoing) => {
      const { socket } = incoming;
      const last = lastAsked.get(socket);
      if (last === undefined) setRooms(socket, makeRoom);
      const before = last === undefined || last.outgoing.closed ? undefined : last;
      const exchange: Exchange = { incoming, outgoing, written: socket.bytesWritten, caller: undefined, before };
      lastAsked.set(socket, exchange);
      if (before === undefined) return undefined;
      return new Promise((resolve) => {
        before.outgoing.once("close", () => {
          exchange.before = undefined;
          if (!socket.destroyed) resolve();
        });
      });
    },
    answered: (incoming, outgoing) => {
      const { socket } = incoming;
      const last = lastAsked.get(socket);
      const caller = exchangeOf(incoming)?.caller;
      if (caller !== undefined) turns.spend(caller.holder, last?.outgoing === outgoing ? socket.bytesWritten - last.written : outgoing.writableLength);
      // A stream has its own patience, and is written to as long as it is open.
      if (count(incoming, outgoing, caller) && outgoing.writableEnded) cutWhenSlow(incoming, outgoing);
    },
    watch: (sockets) => {
      let cancel = (): void => {};
      const later = (): void => {
        cancel = clock.after(lookEveryMs, () => {
          for (const socket of sockets) {
            const last = lastAsked.get(socket);
            if (last !== undefined && !last.outgoing.writableEnded && last.outgoing.headersSent) count(last.incoming, last.outgoing, last.caller);
          }
          later();
        });
      };
      later();
      return { [Symbol.dispose]: () => cancel() };
    },
  };
}

function shareOf(actor: Actor): number {
  if (actor.kind === "operator" || (actor.kind === "person" && actor.role === "owner")) return Number.POSITIVE_INFINITY;
  return actor.kind === "agent" ? agentsShare : peoplesShare;
}
