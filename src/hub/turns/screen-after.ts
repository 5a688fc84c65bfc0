import type { Screen, Seat } from "#domain/agent";
import { pause, type Clock } from "#lib/time/clock";

export type ScreenedSeat = Seat & Required<Pick<Seat, "screen">>;

export interface ScreenWait {
  readonly ms: number;
  /** The caller has gone. */
  readonly signal: AbortSignal;
}

/** How often a screen is looked at that does not tell of its changes. */
const lookEveryMs = 500;

/** The screen once it is new to the caller, or as it stands when the time is over. */
export async function screenAfter(clock: Clock, seat: ScreenedSeat, isNew: (screen: Screen) => boolean, { ms, signal }: ScreenWait): Promise<Screen> {
  const until = clock.monotonic() + ms;
  let changed = new AbortController();
  const unwatch = seat.watchScreen?.(() => changed.abort());
  try {
    for (;;) {
      // Before the look: what changes during it is looked at again.
      changed = new AbortController();
      const screen = await seat.screen();
      const left = until - clock.monotonic();
      if (signal.aborted || left <= 0 || isNew(screen)) return screen;
      await pause(clock, unwatch === undefined ? Math.min(lookEveryMs, left) : left, AbortSignal.any([signal, changed.signal]));
    }
  } finally {
    unwatch?.();
  }
}
