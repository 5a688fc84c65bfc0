import type { Db } from "./db.ts";

/**
 * Threads with lines that search does not know yet, in memory, so that posting writes nothing for it. What a kill left
 * behind is found by one walk over the threads after the start. A thread too many costs one look.
 */
export interface Unindexed {
  add(thread: number): void;
  /** Returns how to undo it. */
  drop(thread: number): () => void;
  first(): number | undefined;
  /** The next stride of the walk; false when it is over. */
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
        `SELECT t.n, t.seq > (SELECT coalesce(max(l.seq), 0) FROM search_rows l WHERE l.thread = t.n) AS behind
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
