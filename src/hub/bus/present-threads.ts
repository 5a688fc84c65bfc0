import type { AgentId, ThreadId } from "#domain/ids";
import type { Clock } from "#lib/time/clock";
import type { Waiting } from "./waiting.ts";

/** In which threads an agent is. In memory only: whoever comes back after a restart is there again. */
export interface PresentThreads {
  /** It read, waited or posted there. */
  enter(agent: AgentId, thread: ThreadId): void;
  of(agent: AgentId): readonly ThreadId[];
  forget(agent: AgentId): void;
}

/** An agent that thinks does not call; one that went elsewhere does not come back. */
const staysMs = 5 * 60_000;
const mostPlaces = 50_000;

export function createPresentThreads(clock: Clock, waiting: Pick<Waiting, "placesOf">, changed: () => void): PresentThreads {
  const places = new Map<AgentId, Map<ThreadId, number>>();
  let count = 0;

  /** Those that came first go first. */
  const makeRoom = (): void => {
    for (const [agent, threads] of places) {
      if (count < mostPlaces) return;
      places.delete(agent);
      count -= threads.size;
    }
  };

  return {
    enter: (agent, thread) => {
      const now = clock.monotonic();
      const threads = places.get(agent) ?? new Map<ThreadId, number>();
      const before = threads.get(thread);
      threads.set(thread, now);
      if (before === undefined) {
        makeRoom();
        places.set(agent, threads);
        count += 1;
      }
      if (before === undefined || before <= now - staysMs) changed();
    },
    of: (agent) => {
      const since = clock.monotonic() - staysMs;
      const lately = [...(places.get(agent) ?? [])].flatMap(([thread, at]) => (at > since ? [thread] : []));
      return [...new Set([...lately, ...waiting.placesOf(agent)])];
    },
    forget: (agent) => {
      count -= places.get(agent)?.size ?? 0;
      places.delete(agent);
    },
  };
}
