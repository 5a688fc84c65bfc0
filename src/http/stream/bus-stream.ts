import type { ServerResponse } from "node:http";
import { roleOf, whoIs, type Actor } from "#domain/people";
import type { Thread } from "#domain/thread";
import type { AgentRow } from "#hub/bus/bus";
import type { FeedEvent } from "#hub/hub";
import type { Auth } from "#http/door/auth";
import { usualBounds, type HttpDeps } from "#http/deps";
import { encodeCreated } from "#http/encode/encode-events";
import { busFrames, type BusFrames } from "./bus-frames.ts";
import { openSse } from "./sse.ts";

export interface Listener {
  readonly actor: Actor;
  readonly token: string;
  /** Only of this one; its lines after `afterRev` come first. */
  readonly thread?: Thread;
  readonly afterRev?: number;
  /** As they are when it begins to listen; of the threads the newest are enough. */
  readonly agents: readonly AgentRow[];
  readonly threads: readonly Pick<Thread, "id">[];
}

/** One listener's stream, until it leaves, is cut off, or its token ends. */
export interface BusStream extends Disposable {
  recheck(): Promise<void>;
}

/** Past this the listener is too far behind to catch up; it comes back and reads what it missed. */
const mostWaiting = 1_000;

export interface BusStreamDeps extends Pick<HttpDeps, "hub" | "clock" | "log" | "bounds" | "version"> {
  readonly auth: Auth;
  readonly frames: BusFrames;
}

/** What happens, as programs of the bus hear it: `{type, payload}`. */
export function openBusStream(deps: BusStreamDeps, listener: Listener, outgoing: ServerResponse, onClose: () => void): BusStream {
  const { hub, clock, log, bounds, auth, frames } = deps;
  const { actor, token, thread, afterRev } = listener;
  let { agents } = listener;
  const openedAt = clock.now();
  const known = new Set<string>(listener.threads.map(({ id }) => id));
  // Ids grow also while the machine's time is set back.
  const newestId = listener.threads.reduce((newest, { id }) => (id > newest ? id : newest), "");
  const waiting: FeedEvent[] = [];
  let isPumping = false;
  let unwatch = (): void => {};

  const sse = openSse(outgoing, {
    clock,
    mostBytes: bounds?.streamBytes ?? usualBounds.streamBytes,
    onCut: () => log.info({ who: whoIs(actor) }, "a listener of the bus fell too far behind and was cut off"),
    onCaughtUp: () => {},
    onClose: () => {
      unwatch();
      waiting.length = 0;
      onClose();
    },
  });
  const isElsewhere = (event: FeedEvent): boolean => {
    if (thread === undefined) return false;
    if (event.kind === "typing") return event.typist.thread !== thread.id;
    if (event.kind === "thread") return true;
    return event.kind === "thread_gone" && event.id !== thread.id;
  };

  const newAgents = async (event: Extract<FeedEvent, { kind: "agents" }>): Promise<string> => {
    const before = agents;
    agents = await hub.bus.agents(actor, event);
    return frames.ofAgents(before, agents);
  };

  const newThread = (event: Extract<FeedEvent, { kind: "thread" }>): string => {
    const isNew = event.thread.createdAt >= openedAt || event.thread.id > newestId;
    if (!isNew || known.has(event.thread.id)) return "";
    known.add(event.thread.id);
    if (actor.kind !== "agent") return busFrames(encodeCreated(event));
    const { last: _last, ...shown } = event.thread;
    return busFrames(encodeCreated({ ...event, thread: shown }));
  };

  const framesOf = (event: FeedEvent): string | Promise<string> => {
    if (event.kind === "agents") return newAgents(event);
    return event.kind === "thread" ? newThread(event) : frames.of(event, actor);
  };

  /** In order, though some must be looked up first. */
  const pump = async (): Promise<void> => {
    if (isPumping) return;
    isPumping = true;
    try {
      for (let event = waiting.shift(); event !== undefined && sse.isOpen; event = waiting.shift()) {
        const made = framesOf(event);
        const ready = typeof made === "string" ? made : await made;
        if (ready !== "") sse.write(ready);
      }
    } finally {
      isPumping = false;
    }
  };

  const happened = (event: FeedEvent): void => {
    if (!sse.isOpen || isElsewhere(event)) return;
    waiting.push(event);
    if (waiting.length > mostWaiting) return sse.end();
    pump().catch((cause: unknown) => {
      log.error({ cause }, "a listener of the bus could not be told and was cut off");
      sse.end();
    });
  };

  sse.write(busFrames([{ type: "connected", payload: { version: deps.version } }]));
  const where = thread === undefined ? { everywhere: true } : { thread: thread.id, afterRev: afterRev ?? thread.rev, rows: false };
  if (sse.isOpen) unwatch = hub.feed.watch({ by: actor, ...where }, happened);

  const recheck = async (): Promise<void> => {
    const now = await auth.identify(token);
    if (now === undefined || roleOf(now) !== roleOf(actor) || whoIs(now) !== whoIs(actor)) sse.end();
  };
  return {
    recheck,
    [Symbol.dispose]: () => sse.end(),
  };
}
