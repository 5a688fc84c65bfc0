import type { RegisteredAgent } from "#domain/agent-card";
import type { AgentId, ThreadId } from "#domain/ids";
import { everyone, type Actor } from "#domain/people";
import type { Thread } from "#domain/thread";
import type { HubDeps } from "#hub/deps";
import type { AgentRow } from "./bus.ts";
import type { Presence } from "./presence.ts";

/** Everybody's list of agents, read once for all who look at the same moment: hundreds of streams do. */
export interface AgentList {
  /**
   * The rows for the actor, with the threads that the actor may see. Callers with the same `moment` share one reading, and those who see
   * the same get the same array. Without one, the list is read for this call alone.
   */
  rows(by: Actor, moment?: object): Promise<readonly AgentRow[]>;
  /** For many who come at once: the same object until something changes, and for a second at most, in which an agent may have gone silent. */
  recent(): object;
  changed(): void;
}

const recentMs = 1_000;

interface Reading {
  readonly agents: readonly RegisteredAgent[];
  readonly places: ReadonlyMap<AgentId, readonly ThreadId[]>;
  /** The threads that agents are in. */
  readonly threads: readonly Thread[];
  /** By the threads that are shown. */
  readonly rows: Map<string, readonly AgentRow[]>;
}

export interface AgentListParts {
  readonly presence: Pick<Presence, "places">;
  readonly rowOf: (agent: RegisteredAgent, threads: readonly ThreadId[]) => AgentRow;
  /** Rows for those who are configured and never registered. */
  readonly others: (known: readonly AgentRow[]) => readonly AgentRow[];
  /** Under a join token only some are there; undefined: everybody is. */
  readonly sees: (by: Actor) => Promise<((id: AgentId) => boolean) | undefined>;
}

export function createAgentList(
  { store, policy, clock }: Pick<HubDeps, "store" | "policy" | "clock">,
  { presence, rowOf, others, sees }: AgentListParts,
): AgentList {
  const readings = new WeakMap<object, Promise<Reading>>();
  let latest: { readonly moment: object; readonly until: number } | undefined;

  const read = async (): Promise<Reading> => {
    const agents = await store.registeredAgents();
    const places = new Map(agents.map((agent) => [agent.id, presence.places(agent)]));
    const found = await Promise.all([...new Set([...places.values()].flat())].map((id) => store.thread(everyone, id)));
    return { agents, places, threads: found.filter((thread) => thread !== undefined), rows: new Map() };
  };

  const readAt = (moment: object): Promise<Reading> => {
    const known = readings.get(moment);
    if (known !== undefined) return known;
    const reading = read();
    readings.set(moment, reading);
    return reading;
  };

  const shownThreads = async (by: Actor, threads: readonly Thread[]): Promise<ReadonlySet<ThreadId>> => {
    const reader = policy.reader(by);
    const isSure = (thread: Thread): boolean => reader.sees === "all" || (reader.sees === "some" && reader.open && thread.access === "open");
    const shown = await Promise.all(threads.map(async (thread) => isSure(thread) || (await store.thread(reader, thread.id)) !== undefined));
    return new Set(threads.flatMap((thread, at) => (shown[at] === true ? [thread.id] : [])));
  };

  return {
    recent: () => {
      const now = clock.monotonic();
      if (latest === undefined || latest.until <= now) latest = { moment: {}, until: now + recentMs };
      return latest.moment;
    },
    changed: () => {
      latest = undefined;
    },
    rows: async (by, moment = {}) => {
      const { agents, places, threads, rows } = await readAt(moment);
      const isSeen = await sees(by);
      const shown = await shownThreads(by, threads);
      const make = (agent: RegisteredAgent): AgentRow =>
        rowOf(
          agent,
          (places.get(agent.id) ?? []).filter((id) => shown.has(id)),
        );
      if (isSeen !== undefined) return agents.filter((agent) => isSeen(agent.id)).map(make);
      const key = [...shown].join(" ");
      const known = rows.get(key);
      if (known !== undefined) return known;
      const made = agents.map(make);
      const all = [...made, ...others(made)];
      rows.set(key, all);
      return all;
    },
  };
}
