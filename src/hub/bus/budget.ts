import type { ThreadId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";

/** How many lines agents may post to each other with no person's line between. */
export interface Budget {
  /** Undefined when this line may still be posted; else the last line of an agent's, the one that used it up. */
  spend(thread: ThreadId): Promise<number | undefined>;
}

const everyone = { sees: "all" } as const;
const mostThreads = 10_000;

export function createBudget({ store }: Pick<HubDeps, "store">, limit: number): Budget {
  const spent = new Map<ThreadId, number>();

  /** Agents' lines since a person spoke; the hub's own count for nothing. */
  const count = async (thread: ThreadId): Promise<{ readonly lines: number; readonly last: number }> => {
    let lines = 0;
    let last = 0;
    let beforeSeq = Number.MAX_SAFE_INTEGER;
    while (lines < limit) {
      const page = await store.messages(everyone, thread, { beforeSeq, limit });
      for (const message of page.toReversed()) {
        if (message.author.kind === "person") return { lines, last };
        if (message.author.kind !== "agent") continue;
        lines += 1;
        last = Math.max(last, message.seq);
      }
      const oldest = page[0]?.seq ?? 1;
      if (oldest <= 1) break;
      beforeSeq = oldest;
    }
    return { lines, last };
  };

  return {
    spend: async (thread) => {
      const quick = spent.get(thread) ?? limit;
      if (quick < limit) {
        spent.set(thread, quick + 1);
        return undefined;
      }
      // A person may have spoken meanwhile, on any surface: the log is asked before anybody is refused.
      const { lines, last } = await count(thread);
      if (lines >= limit) return last;
      if (spent.size >= mostThreads) spent.clear();
      spent.set(thread, lines + 1);
      return undefined;
    },
  };
}
