import { systemClock, type Clock } from "#lib/time/clock";

/** The machine's own clock, which can be put forward. For a hub with real sockets: those need time that goes by itself. */
export interface JumpingClock extends Clock {
  /** Puts it forward; timers that are due by then fire now, in the order they were due. */
  jump(ms: number): void;
  /** Sets the wall clock forward, or back with a negative number. No time passes, and the timers wait as long as they did. */
  shiftWall(ms: number): void;
}

interface Timer {
  readonly due: number;
  readonly call: () => void;
  cancel: () => void;
}

export function jumpingClock(): JumpingClock {
  const timers = new Set<Timer>();
  let ahead = 0;
  let wall = 0;
  const monotonic = (): number => systemClock.monotonic() + ahead;
  const arm = (timer: Timer): void => {
    timer.cancel = systemClock.after(Math.max(0, timer.due - monotonic()), () => {
      timers.delete(timer);
      timer.call();
    });
  };
  return {
    now: () => systemClock.now() + ahead + wall,
    monotonic,
    after: (ms, call) => {
      const timer: Timer = { due: monotonic() + ms, call, cancel: () => {} };
      timers.add(timer);
      arm(timer);
      return () => {
        timers.delete(timer);
        timer.cancel();
      };
    },
    jump: (ms) => {
      ahead += ms;
      for (const timer of [...timers].toSorted((a, b) => a.due - b.due)) {
        timer.cancel();
        arm(timer);
      }
    },
    shiftWall: (ms) => {
      wall += ms;
    },
  };
}
