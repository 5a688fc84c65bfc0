import type { Clock } from "#lib/time/clock";

/** Counts wrong codes of each caller, so that nobody can guess on and on. */
export interface WrongTries {
  /** Milliseconds until the caller may try again; undefined when they may now. */
  waitFor(who: string): number | undefined;
  add(who: string): void;
}

interface Tries {
  count: number;
  readonly endsAt: number;
}

const mostCallers = 10_000;

export function createWrongTries(clock: Clock, { most, windowMs }: { readonly most: number; readonly windowMs: number }): WrongTries {
  const tries = new Map<string, Tries>();
  const current = (who: string): Tries | undefined => {
    const found = tries.get(who);
    if (found === undefined || found.endsAt > clock.monotonic()) return found;
    tries.delete(who);
    return undefined;
  };
  return {
    waitFor: (who) => {
      const found = current(who);
      return found === undefined || found.count < most ? undefined : found.endsAt - clock.monotonic();
    },
    add: (who) => {
      const found = current(who);
      if (found !== undefined) found.count++;
      else {
        // The oldest go first; whoever they belong to has waited longest.
        for (const oldest of tries.keys()) {
          if (tries.size < mostCallers) break;
          tries.delete(oldest);
        }
        tries.set(who, { count: 1, endsAt: clock.monotonic() + windowMs });
      }
    },
  };
}
