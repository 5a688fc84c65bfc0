import { type Backlog, type BacklogEntry, keptMax, type BacklogMirror } from "#domain/backlog";
import type { JsonObject } from "#domain/json";
import type { Clock } from "#lib/time/clock";
import { KeyedQueue } from "#lib/keyed-queue";
import { RingBuffer } from "#lib/ring-buffer";
import type { IrcMessage } from "#wire/irc/spec";
import { bodyOf, copyOf } from "./stored-line.ts";
import { lostBacklog } from "./handed-lines.ts";
import { createRooms, type Room } from "./rooms.ts";

/** Lines that may wait in memory for the store; past that the oldest go, and are counted. A backlog keeps no more either. */
export const ringLines = keptMax;
/** The store is written to no more often than this, unless very many wait. */
export const keepEveryMs = 100;
const veryMany = 500;

export interface HeardLine {
  readonly room: Room;
  readonly message: IrcMessage;
}

/** A line that the store has. */
export interface StoredIrcMessage extends HeardLine {
  readonly entry: BacklogEntry;
}

export interface StoreReceivedParts {
  readonly clock: Clock;
  readonly backlog: (name: string) => Backlog;
  readonly mirror: BacklogMirror;
  /** Takes out what must not be kept. */
  readonly words: (text: string) => string;
  /** Told what was kept, in the order it came. */
  readonly kept: (lines: readonly StoredIrcMessage[]) => void;
}

/** Everything that was heard, into the store: many lines at a time, and no more in memory than a ring holds. */
export interface Keeper extends AsyncDisposable {
  hear(heard: HeardLine): void;
  /** Resolves when everything that was heard by now is kept, or given up. */
  flush(): Promise<void>;
}

export function createKeeper({ clock, backlog, mirror, words, kept }: StoreReceivedParts): Keeper {
  const ring = new RingBuffer<HeardLine>(ringLines);
  const queue = new KeyedQueue<"keep">();
  const rooms = createRooms(backlog);
  const lost = new Map<string, number>();
  let cancel: (() => void) | undefined;
  let notBefore = 0;
  let isQueued = false;

  const lose = (room: Room, count: number): void => {
    lost.set(room.key, (lost.get(room.key) ?? 0) + count);
  };

  const keep = async (room: Room, all: readonly HeardLine[]): Promise<readonly StoredIrcMessage[]> => {
    try {
      await rooms.met(room);
      await tellLost(room);
      const entries = await backlog(room.key).add(all.map(({ message }) => ({ at: message.at, body: bodyOf(message, words) })));
      return all.flatMap((heard, i) => (entries[i] === undefined ? [] : [{ ...heard, entry: entries[i] }]));
    } catch {
      // The store says so itself. What it did not take is told with the next line that it does.
      lose(room, all.length);
      return [];
    }
  };

  const tellLost = async (room: Room): Promise<void> => {
    const count = lost.get(room.key) ?? 0;
    if (count === 0) return;
    await lostBacklog(backlog, room.key).add([{ at: clock.now(), body: { count } }]);
    lost.set(room.key, (lost.get(room.key) ?? 0) - count);
  };

  const allBut = async (these: readonly StoredIrcMessage[]): Promise<readonly JsonObject[]> => {
    const left = new Set(these.map(({ room, entry }) => `${room.key} ${entry.n}`));
    const copies: { readonly at: number; readonly copy: JsonObject }[] = [];
    for (const room of await rooms.all()) {
      const entries = await backlog(room.key).history({ limit: keptMax });
      const others = entries.filter(({ n }) => !left.has(`${room.key} ${n}`));
      copies.push(...others.map((entry) => ({ at: entry.at, copy: copyOf(room, entry) })));
    }
    return copies.toSorted((a, b) => a.at - b.at).map(({ copy }) => copy);
  };

  const drain = async (): Promise<void> => {
    isQueued = false;
    const heard = ring.drain();
    if (heard.length === 0) return;
    notBefore = clock.monotonic() + keepEveryMs;
    const order = new Map(heard.map((one, i) => [one.message, i]));
    const all: StoredIrcMessage[] = [];
    for (const [, ofRoom] of Map.groupBy(heard, ({ room }) => room.key)) {
      const [first] = ofRoom;
      if (first !== undefined) all.push(...(await keep(first.room, ofRoom)));
    }
    const inOrder = all.toSorted((a, b) => (order.get(a.message) ?? 0) - (order.get(b.message) ?? 0));
    await mirror.append(
      inOrder.map(({ room, entry }) => copyOf(room, entry)),
      () => allBut(inOrder),
    );
    kept(inOrder);
  };

  const flush = (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    isQueued = true;
    return queue.run("keep", drain);
  };

  return {
    hear: (heard) => {
      const out = ring.push(heard);
      if (out !== undefined) lose(out.room, 1);
      if (isQueued) return;
      if (ring.size >= veryMany) void flush();
      else cancel ??= clock.after(Math.max(0, notBefore - clock.monotonic()), () => void flush());
    },
    flush,
    [Symbol.asyncDispose]: flush,
  };
}
