import type { Holder } from "#domain/command";
import type { Clock } from "#lib/time/clock";
import type { Log } from "#lib/log";

/** What sessions hold on to between two commands. Each thing is one per session and key, and ends with its session. */
export interface Owned extends AsyncDisposable {
  own<T extends AsyncDisposable>(holder: Holder, key: string, open: (ending: AbortSignal) => Promise<T>): Promise<T>;
  get<T extends AsyncDisposable>(holder: Holder, key: string): Promise<T | undefined>;
  disown(holder: Holder, key: string): Promise<boolean>;
  /** The session is over. */
  end(holder: Holder): Promise<void>;
  /** A sign of life: what nobody uses ends by itself. */
  touch(holder: Holder): void;
  holders(): readonly Holder[];
}

interface Thing {
  readonly made: Promise<AsyncDisposable>;
  readonly ending: AbortController;
}

interface HolderResources {
  readonly things: Map<string, Thing>;
  cancelIdle: () => void;
}

export interface Idle {
  /** How long it may stand unused; undefined: for as long as the session lives. */
  after(holder: Holder): number | undefined;
  /** It is there in another way (it waits for messages, it called a tool): how long that counts from now; 0 when it does not. */
  busyFor(holder: Holder): number;
}

export function createOwned(clock: Clock, log: Log, idle: Idle): Owned {
  const held = new Map<Holder, HolderResources>();
  const endings = new Set<Promise<unknown>>();

  const letGo = async (thing: Thing): Promise<void> => {
    thing.ending.abort();
    const made = await thing.made.catch(() => undefined);
    await made?.[Symbol.asyncDispose]();
  };

  /** Whoever asks meanwhile gets a new one: what is being let go of is in no map any more. */
  const ended = async (things: Iterable<Thing>): Promise<void> => {
    const quietly = (thing: Thing): Promise<void> =>
      letGo(thing).catch((cause: unknown) => log.error({ cause }, "something that a session held did not end cleanly"));
    const all = Promise.all([...things].map(quietly));
    endings.add(all);
    await all;
    endings.delete(all);
  };

  const end = async (holder: Holder): Promise<void> => {
    const mine = held.get(holder);
    if (mine === undefined) return;
    mine.cancelIdle();
    held.delete(holder);
    await ended(mine.things.values());
  };

  const touch = (holder: Holder): void => {
    const mine = held.get(holder);
    const after = idle.after(holder);
    if (mine !== undefined && after !== undefined) lookAfter(holder, mine, after);
  };

  const lookAfter = (holder: Holder, mine: HolderResources, ms: number): void => {
    mine.cancelIdle();
    mine.cancelIdle = clock.after(ms, () => {
      const more = idle.busyFor(holder);
      if (more > 0) return lookAfter(holder, mine, more);
      log.info({ holder }, "a session was unused for long; what it held is closed");
      end(holder).catch((cause: unknown) => log.error({ cause, holder }, "an unused session did not end"));
    });
  };

  const isOf = <T extends AsyncDisposable>(made: Promise<AsyncDisposable>): Promise<T> => made as Promise<T>;

  return {
    own: <T extends AsyncDisposable>(holder: Holder, key: string, open: (ending: AbortSignal) => Promise<T>): Promise<T> => {
      const mine: HolderResources = held.get(holder) ?? { things: new Map(), cancelIdle: () => {} };
      held.set(holder, mine);
      touch(holder);
      // One key has one kind of thing: whoever made it asks for it.
      const known = mine.things.get(key);
      if (known !== undefined) return isOf<T>(known.made);
      const ending = new AbortController();
      const made = open(ending.signal);
      const thing: Thing = { made, ending };
      mine.things.set(key, thing);
      made.catch(() => {
        if (mine.things.get(key) === thing) mine.things.delete(key);
      });
      return made;
    },
    get: async <T extends AsyncDisposable>(holder: Holder, key: string): Promise<T | undefined> => {
      const thing = held.get(holder)?.things.get(key);
      return thing === undefined ? undefined : isOf<T>(thing.made);
    },
    disown: async (holder, key) => {
      const things = held.get(holder)?.things;
      const thing = things?.get(key);
      if (things === undefined || thing === undefined) return false;
      things.delete(key);
      await ended([thing]);
      return true;
    },
    end,
    touch,
    holders: () => [...held.keys()],
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...held.keys()].map(end));
      await Promise.all(endings);
    },
  };
}
