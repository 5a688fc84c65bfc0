import type { ParsedLine } from "irc-framework";
import type { Clock } from "#lib/time/clock";

/** Waits for lines from the server. Waiters see each line as it is read, including several lines in one packet. */
export interface LineWaiter extends Disposable {
  hear(line: ParsedLine): void;
  /** Subscribes to every line; returns the unsubscribe function. */
  listen(call: (line: ParsedLine) => void): () => void;
  /** The first value of `look` that is not undefined, or undefined after `withinMs` or when the link ends. */
  wait<T>(look: (line: ParsedLine) => T | undefined, withinMs: number): Promise<T | undefined>;
}

export function createLineWaiter(clock: Clock): LineWaiter {
  const watchers = new Set<(line: ParsedLine | undefined) => void>();
  let isOver = false;
  return {
    hear: (line) => {
      for (const watch of watchers) watch(line);
    },
    listen: (call) => {
      const watch = (line: ParsedLine | undefined): void => {
        if (line !== undefined) call(line);
      };
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    wait: <T>(look: (line: ParsedLine) => T | undefined, withinMs: number) =>
      new Promise<T | undefined>((resolve) => {
        if (isOver) return resolve(undefined);
        const done = (value: T | undefined): void => {
          cancel();
          watchers.delete(watch);
          resolve(value);
        };
        const watch = (line: ParsedLine | undefined): void => {
          if (line === undefined) return done(undefined);
          const value = look(line);
          if (value !== undefined) done(value);
        };
        const cancel = clock.after(withinMs, () => done(undefined));
        watchers.add(watch);
      }),
    [Symbol.dispose]: () => {
      isOver = true;
      for (const watch of watchers) watch(undefined);
    },
  };
}
