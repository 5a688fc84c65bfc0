import type { Clock } from "#lib/time/clock";

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** Somebody sets the machine's time, `ms` from where it is, back with a negative number: no time passes, and timers wait as long as before. */
  shiftWall(ms: number): void;
  /** Timers that wait. */
  readonly pending: number;
  /** Goes on by `ms`, timer by timer in the order they are due; after each, what it set off comes to rest. */
  advance(ms: number): Promise<void>;
  /** Goes on from timer to timer until it is so. Throws when nothing is left that could make it so. */
  until(isSo: () => boolean, withinMs?: number): Promise<void>;
  /** Lets promises that are ready come to rest without any time passing. */
  settle(): Promise<void>;
}

interface Timer {
  readonly due: number;
  readonly call: () => void;
}

export function fakeClock(start = 1_700_000_000_000): FakeClock {
  // Shortly after the process began, as for a hub: what was never must not look as if it had just been.
  let now = 300;
  let wall = start - now;
  const timers: Timer[] = [];

  const nextDue = (): Timer | undefined => timers.reduce<Timer | undefined>((first, timer) => (first && first.due <= timer.due ? first : timer), undefined);
  const fire = async (timer: Timer): Promise<void> => {
    timers.splice(timers.indexOf(timer), 1);
    now = Math.max(now, timer.due);
    timer.call();
    await settle();
  };

  return {
    now: () => wall + now,
    monotonic: () => now,
    shiftWall: (ms) => {
      wall += ms;
    },
    after: (ms, call) => {
      const timer = { due: now + Math.max(0, ms), call };
      timers.push(timer);
      return () => {
        const at = timers.indexOf(timer);
        if (at >= 0) timers.splice(at, 1);
      };
    },
    get pending() {
      return timers.length;
    },
    settle,
    advance: async (ms) => {
      const target = now + ms;
      await settle();
      for (let timer = nextDue(); timer && timer.due <= target; timer = nextDue()) await fire(timer);
      now = target;
    },
    until: async (isSo, withinMs = 3_600_000) => {
      const last = now + withinMs;
      await settle();
      while (!isSo()) {
        const timer = nextDue();
        if (!timer) throw new Error("The fake clock has no timer left, and what was waited for has not come.");
        if (timer.due > last) throw new Error(`What was waited for has not come within ${withinMs} ms of fake time.`);
        await fire(timer);
      }
    },
  };
}

/**
 * Rounds of the event loop: every ready promise, a chain of things that each wait for the loop's next turn, as a store's commits do, and
 * reading and writing files, which takes longer on a busy machine.
 */
async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 10;) {
    await new Promise((resolve) => setImmediate(resolve));
    quiet = isUsingFiles() ? 0 : quiet + 1;
  }
}

function isUsingFiles(): boolean {
  return process.getActiveResourcesInfo().some((kind) => kind.startsWith("FSReq"));
}
