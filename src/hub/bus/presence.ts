import type { RegisteredAgent } from "#domain/agent-card";
import type { AgentId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";
import type { Waiting } from "./waiting.ts";

/** Silence after which an agent that does not wait counts as gone. */
const onlineForMs = 60_000;
/** How often a sign of life is written down. */
const writeEveryMs = 20_000;

export interface Presence {
  /** A call, a heartbeat, a wait: the agent is there. */
  seen(id: AgentId, activity: string): void;
  isOnline(agent: RegisteredAgent): boolean;
  forget(id: AgentId): void;
}

export function createPresence({ store, clock, log }: Pick<HubDeps, "store" | "clock" | "log">, waiting: Waiting): Presence {
  const lastSeen = new Map<AgentId, { at: number; writtenAt: number; activity: string }>();
  return {
    seen: (id, activity) => {
      const at = clock.now();
      const known = lastSeen.get(id);
      const writtenAt = known !== undefined && known.activity === activity && at - known.writtenAt < writeEveryMs ? known.writtenAt : at;
      lastSeen.set(id, { at, writtenAt, activity });
      if (writtenAt === at) store.touchAgent(id, activity, at).catch((cause: unknown) => log.warn({ cause, agent: id }, "a sign of life could not be written"));
    },
    isOnline: (agent) => {
      if (agent.goneAt !== undefined) return false;
      if (waiting.all().some((wait) => wait.agent === agent.id)) return true;
      const at = Math.max(lastSeen.get(agent.id)?.at ?? 0, agent.lastHeartbeat);
      return clock.now() - at < onlineForMs;
    },
    forget: (id) => void lastSeen.delete(id),
  };
}
