import type { ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import { givingWay } from "#lib/time/give-way";
import type { HubDeps } from "#hub/deps";
import type { FeedEvent } from "#hub/hub";
import type { FeedCatchUp } from "./catch-up.ts";
import { readOnce, send, type Subscriber } from "./subscriber.ts";

/** Thread rows change with every message; a list needs them a few times a second. */
const rowsEveryMs = 150;

export interface ThreadRows {
  changed(thread: ThreadId): void;
  /** Cancels what is scheduled. */
  stop(): void;
}

/** Sends changed rows of the thread list, several changes at once. */
export function createThreadRows(
  { store, clock, log }: Pick<HubDeps, "store" | "clock" | "log">,
  subscribers: ReadonlySet<Subscriber>,
  { unfollow }: Pick<FeedCatchUp, "unfollow">,
): ThreadRows {
  let cancel: (() => void) | undefined;

  /** One object for all to whom the row looks the same. */
  const rowEvent = async (reader: Reader, id: ThreadId): Promise<FeedEvent | undefined> => {
    const thread = await store.summary(reader, id);
    return thread && { kind: "thread", thread };
  };

  const flush = async (): Promise<void> => {
    const giveWay = givingWay();
    const readers = new Map<ThreadId, ReturnType<typeof readOnce<FeedEvent | undefined>>>();
    const rowFor = (subscriber: Subscriber, id: ThreadId): Promise<FeedEvent | undefined> => {
      const read = readers.get(id) ?? readOnce((reader) => rowEvent(reader, id));
      readers.set(id, read);
      return read(subscriber);
    };
    for (const subscriber of subscribers) {
      const rows = [...subscriber.rows];
      subscriber.rows.clear();
      for (const id of rows) {
        const seen = subscriber.wantsRows ? await rowFor(subscriber, id) : await store.thread(subscriber.reader, id);
        if (seen === undefined) await gone(subscriber, id);
        else {
          subscriber.sees.set(id, true);
          if ("kind" in seen) send(subscriber, seen);
        }
      }
      const others = giveWay();
      if (others === undefined) continue;
      await others;
      // What changed meanwhile is marked again for everybody, and must not be sent as it was before.
      readers.clear();
    }
  };

  /** Only for those who saw the thread: its end must not reveal it to anybody else. */
  const gone = async (subscriber: Subscriber, id: ThreadId): Promise<void> => {
    const saw = subscriber.reader.sees === "all" || subscriber.sees.get(id) === true || (await subscriber.since?.knew(id)) === true;
    subscriber.sees.delete(id);
    if (subscriber.follows.delete(id)) unfollow(subscriber, id);
    if (saw) send(subscriber, { kind: "thread_gone", id });
  };

  return {
    changed: (thread) => {
      for (const subscriber of subscribers) subscriber.rows.add(thread);
      cancel ??= clock.after(rowsEveryMs, () => {
        cancel = undefined;
        flush().catch((cause: unknown) => log.error({ cause }, "thread rows could not be read for the stream"));
      });
    },
    stop: () => cancel?.(),
  };
}
