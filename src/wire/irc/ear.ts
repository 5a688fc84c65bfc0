import type { ParsedLine } from "irc-framework";
import type { Clock } from "#lib/clock";

/** Waits for lines of the server. What is waited for is looked at while a line is read, so lines that come in one packet are each seen. */
export interface Ear extends Disposable {
  hear(line: ParsedLine): void;
  /** Calls with every line; returns the way to call it off. */
  listen(call: (line: ParsedLine) => void): () => void;
  /** The first value of `look` that is not undefined; undefined itself when `withinMs` have passed or the link is over. */
  wait<T>(look: (line: ParsedLine) => T | undefined, withinMs: number): Promise<T | undefined>;
}

export function createEar(clock: Clock): Ear {
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
