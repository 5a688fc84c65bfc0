import type { ThreadId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";

/** How many lines agents may post to each other with no person's line between. */
export interface Budget {
  /** True when this line may still be posted. */
  spend(thread: ThreadId): Promise<boolean>;
}

const everyone = { sees: "all" } as const;

export function createBudget({ store }: Pick<HubDeps, "store">, limit: number): Budget {
  const spent = new Map<ThreadId, number>();

  /** After a restart: how many of the newest lines are agents' own. */
  const count = async (thread: ThreadId): Promise<number> => {
    const newest = await store.messages(everyone, thread, { beforeSeq: Number.MAX_SAFE_INTEGER, limit });
    const byPerson = newest.findLastIndex((message) => message.author.kind === "person");
    return newest.slice(byPerson + 1).filter((message) => message.author.kind === "agent").length;
  };

  return {
    spend: async (thread) => {
      const quick = spent.get(thread);
      // Only the log knows whether a person spoke meanwhile, on whatever surface.
      const before = quick === undefined || quick >= limit ? await count(thread) : quick;
      if (before >= limit) return false;
      if (spent.size > 10_000) spent.clear();
      spent.set(thread, before + 1);
      return true;
    },
  };
}
