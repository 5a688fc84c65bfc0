import type { ThreadId } from "#domain/ids";
import { pageBytes } from "#domain/page";
import type { Reader } from "#domain/people";
import type { Store } from "#domain/store";
import { revOf, type Entry } from "#domain/thread";
import { everyone } from "#domain/people";

/** Threads that begin exactly where they stood; a quieter one that wakes begins with what is newer than the watching. */
const knownThreads = 500;
const newestEntries = 100;

/** Where whoever watches every thread begins in each of them. */
export interface Since {
  /** The rev after which everything is new. */
  startOf(thread: ThreadId): Promise<number>;
  /** Whether the reader saw it when the watching began. */
  knew(thread: ThreadId): Promise<boolean>;
}

export function sinceNow(store: Pick<Store, "threads" | "entries">, reader: Reader, at: number): Since {
  const reading = store
    .threads(reader, { limit: knownThreads, archived: true })
    .then((threads) => new Map<ThreadId, number>(threads.map(({ id, rev }) => [id, rev])));
  // Whoever asks is told; until then nobody may be there to ask.
  reading.catch(() => {});
  return {
    startOf: async (thread) => {
      const known = (await reading).get(thread);
      if (known !== undefined) return known;
      const newest = await store.entries(everyone, thread, { beforeRev: Number.MAX_SAFE_INTEGER, limit: newestEntries, mostBytes: pageBytes });
      const first = newest.find((entry) => momentOf(entry) >= at);
      return first === undefined ? (newest.map(revOf).at(-1) ?? 0) : revOf(first) - 1;
    },
    knew: async (thread) => (await reading).has(thread),
  };
}

function momentOf(entry: Entry): number {
  return entry.kind === "message" ? entry.message.at : entry.change.at;
}
