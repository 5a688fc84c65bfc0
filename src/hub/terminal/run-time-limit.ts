import { CommandFault } from "#domain/command";
import type { ParleyError } from "#domain/errors";
import type { Clock } from "#lib/time/clock";

export interface RunTimeLimit {
  readonly timeMs: number;
  /** Aborts when somebody cancels the run. */
  readonly stop: AbortSignal;
  /** The failure of a run that took too long. */
  readonly tookTooLong: () => ParleyError;
  /** The failure of a run that was cancelled. */
  readonly stopped: () => ParleyError;
}

export interface LimitedRun {
  /** Aborts when the time is over or the run is cancelled. */
  readonly signal: AbortSignal;
  /** Rejects once the signal has aborted, whether or not the command listens to it. */
  race<T>(run: () => Promise<T>): Promise<T>;
}

/** Ends a command at its time limit or when it is cancelled. */
export function limitRun(clock: Pick<Clock, "after">, { timeMs, stop, tookTooLong, stopped }: RunTimeLimit): LimitedRun {
  const late = new AbortController();
  const signal = AbortSignal.any([late.signal, stop]);
  return {
    signal,
    race: async (run) => {
      const over = Promise.withResolvers<never>();
      // A command that listens to the signal may still report what it leaves unfinished, if it does so at once.
      const cutShort = (why: ParleyError): void => void setImmediate(() => over.reject(why));
      const cancel = clock.after(timeMs, () => {
        late.abort();
        cutShort(tookTooLong());
      });
      const cancelled = (): void => cutShort(stopped());
      stop.addEventListener("abort", cancelled, { once: true });
      try {
        stop.throwIfAborted();
        const ran = run().then(
          (outcome) => (signal.aborted ? over.promise : outcome),
          (cause: unknown) => (signal.aborted && !(cause instanceof CommandFault) ? over.promise : Promise.reject(cause)),
        );
        return await Promise.race([ran, over.promise]);
      } finally {
        cancel();
        stop.removeEventListener("abort", cancelled);
      }
    },
  };
}
