import type { ThreadId } from "#domain/ids";
import { pageBytes } from "#domain/page";
import type { Store } from "#domain/store";
import { newestWithin, revOf } from "#domain/thread";
import { everyone } from "#domain/people";
import type { FeedEvent } from "#hub/hub";

const pageSize = 500;
const keepEntries = 500;
const keepChars = 1024 * 1024;

/** One object for all who are told of the entry: what is made of it is made once. */
export type EntryEvent = Extract<FeedEvent, { kind: "entry" }>;

export interface RecentEntries {
  /** The next entries after that rev, at most a page; none when the reader is up to date. */
  after(thread: ThreadId, rev: number): Promise<readonly EntryEvent[]>;
  forget(thread: ThreadId): void;
}

interface Kept {
  readonly events: readonly EntryEvent[];
  /** What those at this place were given: nearly all of them are at the same. */
  last?: { readonly rev: number; readonly events: readonly EntryEvent[] };
}

/** The newest entries of watched threads, read once per commit however many watch. Revs are dense, so a place is an index. */
export function createRecentEntries(store: Pick<Store, "entries">): RecentEntries {
  const stored = new Map<ThreadId, Kept>();
  const reading = new Map<string, Promise<readonly EntryEvent[]>>();

  const fromStored = (thread: ThreadId, rev: number): readonly EntryEvent[] | undefined => {
    const kept = stored.get(thread);
    const first = kept?.events[0];
    if (kept === undefined || first === undefined) return undefined;
    if (kept.last?.rev === rev) return kept.last.events;
    const index = rev + 1 - revOf(first.entry);
    if (index < 0 || index >= kept.events.length) return undefined;
    const events = kept.events.slice(index);
    kept.last = { rev, events };
    return events;
  };

  const keep = (thread: ThreadId, fresh: readonly EntryEvent[]): void => {
    const first = fresh[0];
    if (first === undefined) return;
    const before = stored.get(thread)?.events ?? [];
    const last = before.at(-1);
    const joined = last !== undefined && revOf(last.entry) + 1 === revOf(first.entry) ? [...before, ...fresh] : fresh;
    const newest = joined.slice(-keepEntries);
    const within = newestWithin(
      newest.map(({ entry }) => entry),
      keepChars,
    );
    stored.set(thread, { events: newest.slice(newest.length - within.length) });
  };

  const read = async (thread: ThreadId, rev: number): Promise<readonly EntryEvent[]> => {
    const entries = await store.entries(everyone, thread, { afterRev: rev, limit: pageSize, mostBytes: pageBytes });
    const events = entries.map((entry): EntryEvent => ({ kind: "entry", thread, entry }));
    keep(thread, events);
    return events;
  };

  return {
    after: async (thread, rev) => {
      const known = fromStored(thread, rev);
      if (known !== undefined) return known;
      const key = `${thread}:${rev}`;
      const running = reading.get(key);
      if (running !== undefined) return running;
      const begun = read(thread, rev);
      reading.set(key, begun);
      try {
        return await begun;
      } finally {
        reading.delete(key);
      }
    },
    forget: (thread) => void stored.delete(thread),
  };
}
