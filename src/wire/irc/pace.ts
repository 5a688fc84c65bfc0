import type { Clock } from "#lib/time/clock";

export interface PaceSpec {
  /** Lines that may be sent at once after a pause. */
  readonly burst: number;
  /** Interval between further lines. */
  readonly everyMs: number;
}

/** Paces outgoing lines, first come, first served. */
export interface LinePace extends Disposable {
  /** Resolves with true when it is the caller's turn, or false if the signal aborts first or the pacer is closed. */
  turn(signal: AbortSignal): Promise<boolean>;
  /** How long the next caller would wait. */
  waitMs(): number;
}

export function createPace({ burst, everyMs }: PaceSpec, clock: Clock): LinePace {
  const waiting: ((mayGo: boolean) => void)[] = [];
  /** When a bucket that is empty now will be full. */
  let fullAt = 0;
  let isOver = false;
  let cancel: (() => void) | undefined;

  const missing = (): number => Math.max(0, fullAt - clock.monotonic()) / everyMs;
  const next = (): void => {
    cancel?.();
    cancel = undefined;
    while (waiting.length > 0 && missing() <= burst - 1) {
      fullAt = Math.max(fullAt, clock.monotonic()) + everyMs;
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
    waitMs: () => Math.max(0, Math.ceil((missing() - (burst - 1) + waiting.length) * everyMs)),
    [Symbol.dispose]: () => {
      isOver = true;
      cancel?.();
      for (const go of waiting.splice(0)) go(false);
    },
  };
}
