import type { Clock } from "#lib/time/clock";

const windowMs = 60_000;
const mostAuthors = 10_000;

/** How many lines one author may post in a minute. In memory: a restart forgives. */
export interface PostRate {
  /** Counts one line: how to take it back if it is not kept. Or, when it is one too many, how long until the next may come. */
  take(author: string): (() => void) | { readonly limit: number; readonly windowMs: number; readonly retryMs: number };
}

/** Any minute, not each one on the clock. A limit of 0 is none. */
export function createPostRate(clock: Clock, limit: number): PostRate {
  const lines = new Map<string, { readonly at: number }[]>();

  /** Whoever was quiet for a minute is no longer held on to. */
  const sweep = (since: number): void => {
    for (const [author, posted] of lines) if ((posted.at(-1)?.at ?? -Infinity) <= since) lines.delete(author);
  };

  return {
    take: (author) => {
      if (limit === 0) return () => {};
      const at = clock.monotonic();
      const since = at - windowMs;
      const posted = lines.get(author) ?? [];
      while ((posted[0]?.at ?? at) <= since) posted.shift();
      const [first] = posted;
      if (first !== undefined && posted.length >= limit) return { limit, windowMs, retryMs: first.at - since };
      if (!lines.has(author) && lines.size >= mostAuthors) sweep(since);
      const line = { at };
      lines.set(author, posted);
      posted.push(line);
      return () => {
        const place = posted.indexOf(line);
        if (place >= 0) posted.splice(place, 1);
      };
    },
  };
}
