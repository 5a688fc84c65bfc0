import type { ThreadId } from "#domain/ids";
import type { Store } from "#domain/store";
import type { Entry } from "#domain/thread";
import { revOf } from "#domain/thread";

const pageSize = 500;
const keepEntries = 500;

export interface Tail {
  /** The next entries after that rev, at most a page; none when the reader is up to date. */
  after(thread: ThreadId, rev: number): Promise<readonly Entry[]>;
  forget(thread: ThreadId): void;
}

/** The newest entries of watched threads, read once per commit however many watch. Revs are dense, so a place is an index. */
export function createTail(store: Pick<Store, "entries">): Tail {
  const kept = new Map<ThreadId, readonly Entry[]>();
  const reading = new Map<string, Promise<readonly Entry[]>>();

  const fromKept = (thread: ThreadId, rev: number): readonly Entry[] | undefined => {
    const entries = kept.get(thread);
    const first = entries?.[0];
    if (entries === undefined || first === undefined) return undefined;
    const index = rev + 1 - revOf(first);
    return index >= 0 && index < entries.length ? entries.slice(index) : undefined;
  };

  const keep = (thread: ThreadId, fresh: readonly Entry[]): void => {
    const first = fresh[0];
    if (first === undefined) return;
    const before = kept.get(thread) ?? [];
    const last = before.at(-1);
    const joined = last !== undefined && revOf(last) + 1 === revOf(first) ? [...before, ...fresh] : fresh;
    kept.set(thread, joined.slice(-keepEntries));
  };

  return {
    after: async (thread, rev) => {
      const known = fromKept(thread, rev);
      if (known !== undefined) return known;
      const key = `${thread}:${rev}`;
      const running = reading.get(key);
      if (running !== undefined) return running;
      const read = store.entries({ sees: "all" }, thread, { afterRev: rev, limit: pageSize });
      reading.set(key, read);
      try {
        const entries = await read;
        keep(thread, entries);
        return entries;
      } finally {
        reading.delete(key);
      }
    },
    forget: (thread) => void kept.delete(thread),
  };
}
