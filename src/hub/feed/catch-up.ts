import type { ThreadId } from "#domain/ids";
import type { Store } from "#domain/store";
import { revOf } from "#domain/thread";
import { givingWay } from "#lib/time/give-way";
import { createRecentEntries } from "./recent-entries.ts";
import { seesThread, send, type Subscriber } from "./subscriber.ts";

/** One subscriber's position in one thread. */
interface Follower {
  readonly subscriber: Subscriber;
  rev: number;
  /** The newest rev that the thread is known to have. */
  wanted: number;
  pumping: Promise<void> | undefined;
}

export interface FeedCatchUp {
  /** Sends everything after that rev, then whatever is committed later. */
  follow(subscriber: Subscriber, thread: ThreadId, rev: number): Promise<void>;
  /** Makes subscribers to every thread follow this one too. Before `advance`, so that all of them read together. */
  followEverywhere(subscribers: Iterable<Subscriber>, thread: ThreadId): Promise<void>;
  /** The thread has entries up to that rev: resolves when every follower has been sent them. */
  advance(thread: ThreadId, rev: number): Promise<void>;
  unfollow(subscriber: Subscriber, thread: ThreadId): void;
}

/** Sends the entries of threads to those who follow them, each from its own position. */
export function createCatchUp(store: Pick<Store, "entries" | "thread">): FeedCatchUp {
  const followers = new Map<ThreadId, Set<Follower>>();
  const recent = createRecentEntries(store);

  const read = async (thread: ThreadId, follower: Follower): Promise<void> => {
    while (follower.rev < follower.wanted && !follower.subscriber.closed) {
      const events = await recent.after(thread, follower.rev);
      if (events.length === 0) follower.wanted = follower.rev;
      for (const event of events) {
        follower.rev = revOf(event.entry);
        send(follower.subscriber, event);
      }
    }
  };

  const readOn = async (thread: ThreadId, follower: Follower): Promise<void> => {
    try {
      await read(thread, follower);
    } finally {
      follower.pumping = undefined;
    }
    // Something may have been committed between the last read and this line.
    if (follower.rev < follower.wanted && !follower.subscriber.closed) await pump(thread, follower);
  };

  /** One read at a time; a caller that comes meanwhile waits for the same one. */
  const pump = (thread: ThreadId, follower: Follower): Promise<void> => {
    follower.pumping ??= readOn(thread, follower);
    return follower.pumping;
  };

  const follow: FeedCatchUp["follow"] = async (subscriber, thread, rev) => {
    if (!(await seesThread(store, subscriber, thread)) || subscriber.closed) return;
    subscriber.follows.add(thread);
    const follower: Follower = { subscriber, rev, wanted: Number.MAX_SAFE_INTEGER, pumping: undefined };
    const all = followers.get(thread) ?? new Set();
    followers.set(thread, all.add(follower));
    await pump(thread, follower);
  };

  return {
    follow,
    followEverywhere: async (subscribers, thread) => {
      const eager = [...subscribers].filter((subscriber) => subscriber.since !== undefined && !subscriber.follows.has(thread));
      await Promise.all(
        eager.map(async (subscriber) => {
          if (subscriber.since !== undefined && (await seesThread(store, subscriber, thread)))
            await follow(subscriber, thread, await subscriber.since.startOf(thread));
        }),
      );
    },
    advance: async (thread, rev) => {
      const all = [...(followers.get(thread) ?? [])];
      for (const follower of all) follower.wanted = Math.max(follower.wanted, rev);
      // Posts go between. What is committed meanwhile reaches those who come later in the round at once, the others with the next round.
      const giveWay = givingWay();
      const failures: unknown[] = [];
      for (const follower of all) {
        await pump(thread, follower).catch((cause: unknown) => failures.push(cause));
        await giveWay();
      }
      if (failures.length > 0) throw failures[0];
    },
    unfollow: (subscriber, thread) => {
      const all = followers.get(thread);
      for (const follower of all ?? []) if (follower.subscriber === subscriber) all?.delete(follower);
      if (all?.size === 0) {
        followers.delete(thread);
        recent.forget(thread);
      }
    },
  };
}
