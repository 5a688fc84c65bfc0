import type { ThreadId } from "#domain/ids";
import type { Clock } from "#lib/time/clock";

/** Somebody who writes in a thread at the moment. */
export interface Typist {
  readonly thread: ThreadId;
  /** `whoIs` of them. */
  readonly who: string;
  readonly name: string;
}

/** Who writes where. Never a row; ends by itself. */
export interface Typing extends Disposable {
  set(typist: Typist, on: boolean): void;
  /** Left, wherever they wrote. */
  stop(who: string): void;
  all(): readonly Typist[];
}

/** Whoever does not say it again by then has stopped, or is gone. */
const lastsMs = 15_000;
/** However often one changes its mind, readers are told so seldom. */
const tellAfterMs = 100;
const mostTypists = 1_000;

export function createTyping(clock: Clock, tell: (typist: Typist, on: boolean) => void): Typing {
  const now = new Map<string, { readonly typist: Typist; readonly cancel: () => void }>();
  const told = new Map<string, Typist>();
  let cancelTell: (() => void) | undefined;

  const tellNow = (): void => {
    cancelTell = undefined;
    for (const [key, typist] of told) {
      if (now.has(key)) continue;
      told.delete(key);
      tell(typist, false);
    }
    for (const [key, { typist }] of now) {
      if (told.has(key)) continue;
      told.set(key, typist);
      tell(typist, true);
    }
  };

  const changed = (): void => {
    cancelTell ??= clock.after(tellAfterMs, tellNow);
  };

  const end = (key: string): void => {
    const known = now.get(key);
    if (known === undefined) return;
    known.cancel();
    now.delete(key);
    changed();
  };

  return {
    set: (typist, on) => {
      const key = `${typist.thread} ${typist.who}`;
      if (!on) return end(key);
      const known = now.get(key);
      if (known === undefined && now.size >= mostTypists) return;
      known?.cancel();
      now.set(key, { typist, cancel: clock.after(lastsMs, () => end(key)) });
      if (known === undefined) changed();
    },
    stop: (who) => {
      for (const [key, { typist }] of now) if (typist.who === who) end(key);
    },
    all: () => [...now.values()].map(({ typist }) => typist),
    [Symbol.dispose]: () => {
      cancelTell?.();
      for (const { cancel } of now.values()) cancel();
      now.clear();
    },
  };
}
