import type { ThreadId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";

/** How many lines agents may post to each other with no person's line between. */
export interface LoopBudget {
  /**
   * Undefined when this line may still be posted; else the last line of an agent's, the one that used it up. `fileAt`: it is the hub's line
   * about an agent's file, posted where the thread stands at this seq.
   */
  spend(thread: ThreadId, fileAt?: number): Promise<number | undefined>;
}

const mostThreads = 10_000;

export function createBudget({ store }: Pick<HubDeps, "store">, limit: number): LoopBudget {
  const spent = new Map<ThreadId, number>();
  /** In the log the lines about agents' files are the hub's own. In memory: a restart forgives them. */
  const files = new Map<ThreadId, readonly number[]>();

  /** Agents' lines since a person spoke; the hub's own count for nothing. */
  const posted = async (thread: ThreadId): Promise<{ readonly lines: number; readonly last: number; readonly since: number }> => {
    let lines = 0;
    let last = 0;
    let beforeSeq = Number.MAX_SAFE_INTEGER;
    while (lines < limit) {
      const page = await store.speakers(thread, { beforeSeq, limit });
      for (const { seq, kind } of page) {
        if (kind === "person") return { lines, last, since: seq };
        if (kind !== "agent") continue;
        lines += 1;
        last = Math.max(last, seq);
      }
      const oldest = page.at(-1)?.seq ?? 1;
      if (oldest <= 1) break;
      beforeSeq = oldest;
    }
    return { lines, last, since: 0 };
  };

  const count = async (thread: ThreadId): Promise<{ readonly lines: number; readonly last: number }> => {
    const { lines, last, since } = await posted(thread);
    const added = (files.get(thread) ?? []).filter((seq) => seq >= since);
    files.set(thread, added);
    return { lines: lines + added.length, last: Math.max(last, ...added) };
  };

  const noteFile = (thread: ThreadId, fileAt: number | undefined): void => {
    if (fileAt !== undefined) files.set(thread, [...(files.get(thread) ?? []), fileAt]);
  };

  return {
    spend: async (thread, fileAt) => {
      const quick = spent.get(thread) ?? limit;
      if (quick < limit) {
        spent.set(thread, quick + 1);
        noteFile(thread, fileAt);
        return undefined;
      }
      // A person may have spoken meanwhile, on any surface: the log is asked before anybody is refused.
      const { lines, last } = await count(thread);
      if (lines >= limit) return last;
      if (spent.size >= mostThreads) {
        spent.clear();
        files.clear();
      }
      spent.set(thread, lines + 1);
      noteFile(thread, fileAt);
      return undefined;
    },
  };
}
