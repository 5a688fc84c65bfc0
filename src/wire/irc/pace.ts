import type { Clock } from "#lib/clock";

export interface PaceSpec {
  /** Lines that may go at once after a rest. */
  readonly burst: number;
  /** And then one every so often. */
  readonly everyMs: number;
}

/** Who may write the next line, and when: first come, first served. */
export interface Pace extends Disposable {
  /** Resolves with true when it is one's turn; with false when the signal aborts before, or the pace is over. */
  turn(signal: AbortSignal): Promise<boolean>;
}

export function createPace({ burst, everyMs }: PaceSpec, clock: Clock): Pace {
  const waiting: ((mayGo: boolean) => void)[] = [];
  /** When a bucket that is empty now would be full. */
  let fullAt = 0;
  let isOver = false;
  let cancel: (() => void) | undefined;

  const missing = (): number => Math.max(0, fullAt - clock.now()) / everyMs;
  const next = (): void => {
    cancel?.();
    cancel = undefined;
    while (waiting.length > 0 && missing() <= burst - 1) {
      fullAt = Math.max(fullAt, clock.now()) + everyMs;
      waiting.shift()?.(true);
    }
    if (waiting.length > 0) cancel = clock.after(Math.ceil((missing() - (burst - 1)) * everyMs), next);
  };

  return {
    turn: (signal) =>
      new Promise((resolve) => {
        if (isOver || signal.aborted) return resolve(false);
        const go = (mayGo: boolean): void => {
          signal.removeEventListener("abort", leave);
          resolve(mayGo);
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(go), 1);
          go(false);
        };
        signal.addEventListener("abort", leave, { once: true });
        waiting.push(go);
        next();
      }),
    [Symbol.dispose]: () => {
      isOver = true;
      cancel?.();
      for (const go of waiting.splice(0)) go(false);
    },
  };
}
