import type { Clock } from "./clock.ts";

/**
 * The wall clock, which here never goes back while the process runs: for moments that are stored and waited for, such as when to
 * retry. If somebody sets the machine's time back by an hour, a retry in five seconds is still due in five seconds.
 */
export function forwardTime(clock: Pick<Clock, "now" | "monotonic">): () => number {
  let latest = clock.now();
  let readAt = clock.monotonic();
  return () => {
    const at = clock.monotonic();
    latest = Math.max(clock.now(), latest + at - readAt);
    readAt = at;
    return latest;
  };
}
