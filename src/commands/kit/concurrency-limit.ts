/** Lets so many run at once; the others wait in the order they came. */
export interface ConcurrencyLimit {
  /** `onWait` is told how many are before it. Rejects with the signal's reason when that aborts before the turn has come. */
  run<T>(work: () => Promise<T>, signal: AbortSignal, onWait: (before: number) => void): Promise<T>;
}

export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal.reason as Error);
      };
      waiting.push(go);
      signal.addEventListener("abort", leave, { once: true });
    });

  return {
    run: async (work, signal, onWait) => {
      signal.throwIfAborted();
      if (running >= most) {
        onWait(running - most + waiting.length + 1);
        await turn(signal);
      } else running += 1;
      try {
        return await work();
      } finally {
        // The place goes to the next in line without being free in between.
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
