import type { RegisteredAgent } from "#domain/agent-card";
import type { AgentId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";
import type { Waiting } from "./waiting.ts";

/** Silence after which an agent that does not wait counts as gone. */
const onlineForMs = 60_000;
/** How often a sign of life is written down; what is newer is in memory, so that waking many writes nothing. */
const writeEveryMs = 20_000;

export interface Presence {
  /** A call, a heartbeat, a wait: the agent is there. */
  seen(id: AgentId, activity: string): void;
  isOnline(agent: RegisteredAgent): boolean;
  /** The agent with its newest sign of life. */
  latest(agent: RegisteredAgent): RegisteredAgent;
  forget(id: AgentId): void;
  /** When it last called, as this process knows; 0 when it has not. */
  lastAt(id: AgentId): number;
}

export function createPresence({ store, clock, log }: Pick<HubDeps, "store" | "clock" | "log">, waiting: Pick<Waiting, "isWaiting">): Presence {
  const lastSeen = new Map<AgentId, { readonly at: number; readonly writtenAt: number; readonly activity: string }>();

  const latest = (agent: RegisteredAgent): RegisteredAgent => {
    const known = lastSeen.get(agent.id);
    if (known === undefined || agent.goneAt !== undefined || known.at < agent.lastActivityAt) return agent;
    return { ...agent, lastHeartbeat: Math.max(agent.lastHeartbeat, known.at), lastActivity: known.activity, lastActivityAt: known.at };
  };

  return {
    latest,
    seen: (id, activity) => {
      const at = clock.now();
      const before = lastSeen.get(id)?.writtenAt;
      const isDue = before === undefined || at - before >= writeEveryMs;
      lastSeen.set(id, { at, writtenAt: isDue ? at : before, activity });
      if (isDue) store.touchAgent(id, activity, at).catch((cause: unknown) => log.warn({ cause, agent: id }, "a sign of life could not be written"));
    },
    isOnline: (agent) => {
      if (agent.goneAt !== undefined) return false;
      return waiting.isWaiting(agent.id) || clock.now() - latest(agent).lastHeartbeat < onlineForMs;
    },
    forget: (id) => void lastSeen.delete(id),
    lastAt: (id) => lastSeen.get(id)?.at ?? 0,
  };
}
