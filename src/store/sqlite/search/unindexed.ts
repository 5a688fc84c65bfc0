import type { Db } from "#store/sqlite/engine/db";

/**
 * Threads with messages that are not indexed yet, in memory, so that posting writes nothing for it. After a start, one scan over
 * the threads finds what a kill left unindexed. A false positive costs one check.
 */
export interface Unindexed {
  add(thread: number): void;
  /** Returns the undo function. */
  drop(thread: number): () => void;
  first(): number | undefined;
  /** The next step of the scan; false when it is complete. */
  walk(): boolean;
  isEmpty(): boolean;
}

const stride = 1000;

export function unindexedThreads(db: Db): Unindexed {
  const threads = new Set<number>();
  let walkedTo: number | "end" = 0;
  return {
    add: (thread) => {
      threads.add(thread);
    },
    drop: (thread) => {
      threads.delete(thread);
      return () => {
        threads.add(thread);
      };
    },
    first: () => threads.values().next().value,
    walk: () => {
      if (walkedTo === "end") return false;
      const rows = db.all<{ n: number; behind: number }>(
        `SELECT t.n, t.seq > (SELECT coalesce(max(l.seq), 0) FROM search_rows l WHERE l.thread = t.n)
           OR EXISTS (SELECT 1 FROM threads_behind b WHERE b.thread = t.n) AS behind
         FROM threads t WHERE t.n > ? ORDER BY t.n LIMIT ?`,
        walkedTo,
        stride,
      );
      for (const row of rows) if (row.behind === 1) threads.add(row.n);
      walkedTo = rows.length < stride ? "end" : (rows.at(-1)?.n ?? "end");
      return true;
    },
    isEmpty: () => threads.size === 0 && walkedTo === "end",
  };
}
