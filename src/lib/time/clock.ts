/** Time comes from here, so that a test can be its own clock. */
export interface Clock {
  /** Epoch milliseconds, for what is stored and shown. Jumps, in both directions, when somebody sets the machine's time. */
  now(): number;
  /** Whole milliseconds that only ever go forward, from a start of no meaning: for waits, rates, timeouts and durations. */
  monotonic(): number;
  /** Calls once, later; returns the way to call it off. Timers never keep the process alive. */
  after(ms: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => Math.floor(performance.now()),
  after: (ms, call) => {
    // setTimeout fires at once past 2^31 - 1 ms.
    const timer = setTimeout(call, Math.min(ms, 2_147_483_647));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms`, or at once when the signal aborts: the caller looks at the signal. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal.addEventListener("abort", done, { once: true });
  });
}
