import type { Clock } from "#lib/clock";

const windowMs = 60_000;
const mostPerWindow = 10;
/** Past so many addresses at once they share one count: a flood must not grow the table. */
const mostAddresses = 10_000;

/** Counts a try. Undefined when it may go on; else how long to wait. */
export type Tries = (who: string) => number | undefined;

export function createTries(clock: Pick<Clock, "now">): Tries {
  const windows = new Map<string, { count: number; readonly endsAt: number }>();

  const forgetOld = (now: number): void => {
    for (const [who, window] of windows) if (window.endsAt <= now) windows.delete(who);
  };

  return (who) => {
    const now = clock.now();
    if (windows.size >= mostAddresses) forgetOld(now);
    const key = windows.has(who) || windows.size < mostAddresses ? who : "others";
    const known = windows.get(key);
    const window = known !== undefined && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
    windows.set(key, window);
    window.count += 1;
    return window.count > mostPerWindow ? window.endsAt - now : undefined;
  };
}
