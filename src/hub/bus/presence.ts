import type { RegisteredAgent } from "#domain/agent-card";
import type { AgentId, ThreadId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";
import type { PresentThreads } from "./present-threads.ts";
import type { Waiting } from "./waiting.ts";

/** Silence after which an agent that does not wait counts as gone. */
const onlineForMs = 60_000;
/** How often a sign of life is written down; what is newer is in memory, so that waking many writes nothing. */
const writeEveryMs = 20_000;

export interface Presence {
  /** A call, a heartbeat, a wait: the agent is there, and in that thread if one is named. */
  seen(id: AgentId, activity: string, thread?: ThreadId): void;
  isOnline(agent: RegisteredAgent): boolean;
  /** The agent with its newest sign of life. */
  latest(agent: RegisteredAgent): RegisteredAgent;
  /** The threads that it is in. */
  places(agent: RegisteredAgent): readonly ThreadId[];
  forget(id: AgentId): void;
  /** When it last called, on the monotonic clock, as this process knows; `-Infinity` when it has not. */
  lastAt(id: AgentId): number;
}

export function createPresence(
  { store, clock, log }: Pick<HubDeps, "store" | "clock" | "log">,
  waiting: Pick<Waiting, "isWaiting">,
  places: PresentThreads,
): Presence {
  const lastSeen = new Map<AgentId, { readonly at: number; readonly heardAt: number; readonly writtenAt: number; readonly activity: string }>();

  const latest = (agent: RegisteredAgent): RegisteredAgent => {
    const known = lastSeen.get(agent.id);
    if (known === undefined || agent.goneAt !== undefined || known.at < agent.lastActivityAt) return agent;
    return { ...agent, lastHeartbeat: Math.max(agent.lastHeartbeat, known.at), lastActivity: known.activity, lastActivityAt: known.at };
  };

  const isOnline = (agent: RegisteredAgent): boolean => agent.goneAt === undefined && (waiting.isWaiting(agent.id) || wasHeard(agent));

  /** What only the store knows is older than this process: there the wall clock is all there is, and it may have been set back. */
  const wasHeard = ({ id, lastHeartbeat }: RegisteredAgent): boolean => {
    const known = lastSeen.get(id);
    return known === undefined ? Math.abs(clock.now() - lastHeartbeat) < onlineForMs : clock.monotonic() - known.heardAt < onlineForMs;
  };

  return {
    latest,
    isOnline,
    seen: (id, activity, thread) => {
      if (thread !== undefined) places.enter(id, thread);
      const at = clock.now();
      const before = lastSeen.get(id)?.writtenAt;
      const heardAt = clock.monotonic();
      const isDue = before === undefined || heardAt - before >= writeEveryMs;
      lastSeen.set(id, { at, heardAt, writtenAt: isDue ? heardAt : before, activity });
      if (isDue) store.touchAgent(id, activity, at).catch((cause: unknown) => log.warn({ cause, agent: id }, "a sign of life could not be written"));
    },
    places: (agent) => (isOnline(agent) ? places.of(agent.id) : []),
    forget: (id) => {
      lastSeen.delete(id);
      places.forget(id);
    },
    lastAt: (id) => lastSeen.get(id)?.heardAt ?? -Infinity,
  };
}
