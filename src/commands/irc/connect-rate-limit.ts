import type { Clock } from "#lib/time/clock";

/** So many tries to connect may follow each other, and then one more each so often. */
export const attemptBurst = 3;
export const attemptEveryMs = 20_000;

export interface Attempts {
  /** Milliseconds until the next one may be made; 0 is now. */
  wait(): number;
  /** Counts one. */
  made(): void;
}

export function createAttempts(clock: Clock): Attempts {
  /** When all of them would be free again. */
  let freeAt = 0;
  return {
    wait: () => Math.max(0, freeAt - clock.monotonic() - (attemptBurst - 1) * attemptEveryMs),
    made: () => {
      freeAt = Math.max(freeAt, clock.monotonic()) + attemptEveryMs;
    },
  };
}
