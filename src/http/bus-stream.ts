import type { ServerResponse } from "node:http";
import { roleOf, whoIs, type Actor } from "#domain/people";
import { revOf, type Thread } from "#domain/thread";
import type { AgentRow } from "#hub/bus/bus";
import type { FeedEvent } from "#hub/hub";
import type { Auth } from "./auth.ts";
import { usualBounds, type HttpDeps } from "./deps.ts";
import { encodeBusEvents, encodeCreated, encodePresence, type BusEvent } from "./encode-events.ts";
import { eventForAgent } from "./eyes.ts";
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
const recheckMs = 30_000;

/** What happens, as programs of the bus hear it: `{type, payload}`. */
export function openBusStream(deps: HttpDeps, auth: Auth, listener: Listener, outgoing: ServerResponse, onClose: () => void): BusStream {
  const { hub, store, clock, log, bounds } = deps;
  const { actor, token, thread, afterRev } = listener;
  let agents = new Map(listener.agents.map((row) => [row.agent.id, row]));
  const openedAt = clock.now();
  const known = new Set<string>(listener.threads.map(({ id }) => id));
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  let unwatch = (): void => {};
  let cancelRecheck = (): void => {};

  const sse = openSse(outgoing, {
    clock,
    mostBytes: bounds?.streamBytes ?? usualBounds.streamBytes,
    onCut: () => log.info({ who: whoIs(actor) }, "a listener of the bus fell too far behind and was cut off"),
    onCaughtUp: () => {},
    onClose: () => {
      unwatch();
      cancelRecheck();
      onClose();
    },
  });
  const write = (events: readonly BusEvent[], id?: string): void => {
    // Several may come of one line: only the last carries its place, so that none is skipped by coming back.
    events.forEach((event, at) => sse.write(`${id !== undefined && at === events.length - 1 ? `id: ${id}\n` : ""}data: ${JSON.stringify(event)}\n\n`));
  };

  const isElsewhere = (event: FeedEvent): boolean => {
    if (thread === undefined) return false;
    if (event.kind === "typing") return event.typist.thread !== thread.id;
    if (event.kind === "thread") return true;
    return event.kind === "thread_gone" && event.id !== thread.id;
  };

  const tellAgents = async (): Promise<void> => {
    const rows = await hub.bus.agents(actor);
    const before = agents;
    agents = new Map(rows.map((row) => [row.agent.id, row]));
    const left = [...before.values()].filter((row) => !agents.has(row.agent.id) && row.isOnline);
    write([
      ...rows.flatMap((row) => changeOf(before.get(row.agent.id), row)),
      ...left.map((row) => encodePresence("agent.offline", { ...row, isOnline: false })),
    ]);
  };

  const tell = async (given: FeedEvent): Promise<void> => {
    if (given.kind === "agents") return tellAgents();
    const event = actor.kind === "agent" ? await eventForAgent(store, given) : given;
    if (event.kind === "thread") {
      if (event.thread.createdAt < openedAt || known.has(event.thread.id)) return;
      known.add(event.thread.id);
      return write(encodeCreated(event));
    }
    write(encodeBusEvents(event), event.kind === "entry" ? `${event.thread}:${revOf(event.entry)}` : undefined);
  };

  const happened = (event: FeedEvent): void => {
    if (!sse.isOpen || isElsewhere(event)) return;
    waiting += 1;
    if (waiting > mostWaiting) return sse.end();
    // In order, though some must be looked up first.
    last = last
      .then(() => (sse.isOpen ? tell(event) : undefined))
      .catch((cause: unknown) => {
        log.error({ cause }, "a listener of the bus could not be told and was cut off");
        sse.end();
      })
      .finally(() => (waiting -= 1));
  };

  write([{ type: "connected", payload: { version: deps.version } }]);
  const where = thread === undefined ? { everywhere: true } : { thread: thread.id, afterRev: afterRev ?? thread.rev };
  if (sse.isOpen) unwatch = hub.feed.watch({ by: actor, ...where }, happened);

  const recheck = async (): Promise<void> => {
    const now = await auth.identify(token);
    if (now === undefined || roleOf(now) !== roleOf(actor) || whoIs(now) !== whoIs(actor)) sse.end();
  };
  /** A token can also end by its time, of which nobody tells. */
  const recheckLater = (): void => {
    cancelRecheck = clock.after(recheckMs, () => {
      recheckLater();
      recheck().catch((cause: unknown) => log.error({ cause }, "a listener of the bus could not be looked at again"));
    });
  };
  if (sse.isOpen) recheckLater();

  return {
    recheck,
    [Symbol.dispose]: () => sse.end(),
  };
}

/** What is only a sign of life is nobody's news. */
function changeOf(before: AgentRow | undefined, now: AgentRow): readonly BusEvent[] {
  if (now.isOnline !== (before?.isOnline ?? false)) return [encodePresence(now.isOnline ? "agent.online" : "agent.offline", now)];
  const card = ({ agent }: AgentRow): string =>
    JSON.stringify([agent.name, agent.displayName, agent.emoji, agent.description, agent.capabilities, agent.skills, agent.ide, agent.model]);
  return before !== undefined && card(before) !== card(now) ? [encodePresence("agent.updated", now)] : [];
}
