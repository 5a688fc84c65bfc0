import type { ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { Store } from "#domain/store";
import type { FeedEvent } from "#hub/hub";
import type { Since } from "./watch-start.ts";

/** One open stream: who reads it, and what is known about what they may see. */
export interface Subscriber {
  readonly reader: Reader;
  /** Equal for readers who see the same and have read the same: what is read for one of them is read for all. */
  readonly readerKey: string;
  /** False: no rows of the list, only that a thread is gone. */
  readonly wantsRows: boolean;
  /** An open page, which shows its person what they are to be notified of. */
  readonly wantsNotices: boolean;
  readonly listener: (event: FeedEvent) => void;
  /** Threads whose row in the list has changed since it was last sent. */
  readonly rows: Set<ThreadId>;
  readonly sees: Map<ThreadId, boolean>;
  readonly follows: Set<ThreadId>;
  /** Set for a subscriber to every thread. */
  readonly since: Since | undefined;
  closed: boolean;
}

export function send(subscriber: Subscriber, event: FeedEvent): void {
  if (!subscriber.closed) subscriber.listener(event);
}

export function keyOf(reader: Reader): string {
  return JSON.stringify(reader);
}

/** Reads once for each group of readers who see the same. */
export function readOnce<T>(read: (reader: Reader) => Promise<T>): (subscriber: Subscriber) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return ({ reader, readerKey }) => {
    const before = known.get(readerKey);
    if (before !== undefined) return before;
    const reading = read(reader);
    known.set(readerKey, reading);
    return reading;
  };
}

/** Whether the subscriber may see the thread. The answer is cached until somebody joins or people change. */
export async function seesThread(store: Pick<Store, "thread">, subscriber: Subscriber, thread: ThreadId): Promise<boolean> {
  if (subscriber.reader.sees === "all") return true;
  const known = subscriber.sees.get(thread);
  if (known !== undefined) return known;
  const visible = (await store.thread(subscriber.reader, thread)) !== undefined;
  subscriber.sees.set(thread, visible);
  return visible;
}
