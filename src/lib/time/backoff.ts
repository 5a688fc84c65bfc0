import type { Clock } from "./clock.ts";

export interface BackoffOptions {
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly firstMs?: number;
  readonly maxMs?: number;
  /** Never sooner than this, for a server that asks for a rest. */
  readonly leastMs?: number;
  /** A link that held at least this long starts from the beginning again; a shorter one is one more failure. */
  readonly stableMs?: number;
}

/** How long to wait before the next try: exponential with full jitter, so that many who lost the same server do not come back at once. */
export interface Backoff {
  /** The thing works now. */
  up(): void;
  /** It failed, or ended: milliseconds to wait. */
  next(): number;
}

export function backoff({ clock, random, firstMs = 500, maxMs = 60_000, leastMs = 0, stableMs = 10_000 }: BackoffOptions): Backoff {
  let failures = 0;
  let upSince: number | undefined;
  return {
    up: () => {
      upSince = clock.monotonic();
    },
    next: () => {
      if (upSince !== undefined && clock.monotonic() - upSince >= stableMs) failures = 0;
      upSince = undefined;
      // 2^30 is past any ceiling; without the bound a week offline would reach Infinity.
      const ceiling = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 30));
      failures += 1;
      return Math.max(leastMs, Math.floor(random() * ceiling));
    },
  };
}
