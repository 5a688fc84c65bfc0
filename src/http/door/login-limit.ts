import { createHash } from "node:crypto";
import type { Clock } from "#lib/time/clock";

const windowMs = 60_000;
/** Of one link from one address, and of one link from everywhere. */
const mostOfLink = 10;
const mostOfLinkInAll = 30;
/** Wrong ones from one address. Behind a proxy that is everybody: whoever has a good link is let in all the same. */
const mostWrong = 10;
/** Wrong ones in all. */
const floodMs = 10_000;
const mostInFlood = 500;
/** Past so many addresses and links at once they share one count: a flood must not grow the table. */
const mostCounted = 10_000;

/**
 * Bounds how often links can be tried in vain. A good link counts nowhere, so no flood of guesses keeps its holder out. Each says how long to
 * wait, or undefined when the caller may be told what was wrong.
 */
export interface LoginTries {
  /** Counts a link that was no good. */
  wrong(address: string, secret: string): number | undefined;
  /** Counts a good link that could not be used, for instance with a name that is taken. */
  unused(address: string, secret: string): number | undefined;
}

export function createLoginTries(clock: Pick<Clock, "monotonic">): LoginTries {
  const perLink = createWindows(clock, windowMs);
  const perAddress = createWindows(clock, windowMs);
  const inAll = createWindows(clock, floodMs);

  const unused = (address: string, secret: string): number | undefined => {
    // A link's secret is kept nowhere, not even here.
    const link = createHash("sha256").update(secret).digest("base64");
    return perLink(`${address} ${link}`, mostOfLink) ?? perLink(link, mostOfLinkInAll);
  };

  return {
    unused,
    wrong: (address, secret) => perAddress(address, mostWrong) ?? inAll("all", mostInFlood) ?? unused(address, secret),
  };
}

/** Counts one in its window; how long that lasts if it is one too many. */
type Windows = (key: string, most: number) => number | undefined;

function createWindows(clock: Pick<Clock, "monotonic">, ms: number): Windows {
  const windows = new Map<string, { count: number; readonly endsAt: number }>();

  const forgetOld = (now: number): void => {
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
  };

  return (given, most) => {
    const now = clock.monotonic();
    if (windows.size >= mostCounted) forgetOld(now);
    const key = windows.has(given) || windows.size < mostCounted ? given : "others";
    const known = windows.get(key);
    const window = known !== undefined && known.endsAt > now ? known : { count: 0, endsAt: now + ms };
    windows.set(key, window);
    window.count += 1;
    return window.count > most ? window.endsAt - now : undefined;
  };
}
