import { systemClock, type Clock } from "#lib/clock";

/** The machine's own clock, which can be put forward. For a hub with real sockets: those need time that goes by itself. */
export interface JumpingClock extends Clock {
  /** Puts it forward; timers that are due by then fire now, in the order they were due. */
  jump(ms: number): void;
  /** Puts it forward, and the timers still wait as long as they did: the moment before the timer that should have fired. */
  slip(ms: number): void;
}

interface Timer {
  due: number;
  readonly call: () => void;
  cancel: () => void;
}

export function jumpingClock(): JumpingClock {
  const timers = new Set<Timer>();
  let ahead = 0;
  const now = (): number => systemClock.now() + ahead;
  const arm = (timer: Timer): void => {
    timer.cancel = systemClock.after(Math.max(0, timer.due - now()), () => {
      timers.delete(timer);
      timer.call();
    });
  };
  return {
    now,
    after: (ms, call) => {
      const timer: Timer = { due: now() + ms, call, cancel: () => {} };
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
    slip: (ms) => {
      ahead += ms;
      for (const timer of timers) timer.due += ms;
    },
  };
}
