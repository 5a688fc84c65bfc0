import { seeded, type Chance } from "./seeded.ts";

export interface StormOptions {
  readonly seed: number;
  /** Traffic so far; it only grows. */
  readonly traffic: () => number;
  /** Drops connections: all of them, or those that `isHit` chooses. */
  readonly drop: (isHit: () => boolean) => void;
  readonly waitFor: (look: () => boolean, options: { readonly timeoutMs: number; readonly signal: AbortSignal }) => Promise<unknown>;
  /** So much traffic lies between two drops at most. */
  readonly most?: number;
}

export interface Storm extends AsyncDisposable {
  readonly drops: number;
}

/**
 * Sockets drop at random until it is disposed: after an amount of traffic that the seed gives, now all of them and now some. By traffic
 * and not by time, so that a slow machine sees as many drops as a fast one.
 */
export function storm({ seed, traffic, drop, waitFor, most = 80 }: StormOptions): Storm {
  const chance = seeded(seed);
  const over = new AbortController();
  let drops = 0;
  const blow = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const next = traffic() + 1 + chance.below(most);
      // Rejects when it is over; whether enough traffic came is the load's own business.
      const isDue = await waitFor(() => traffic() >= next, { timeoutMs: 480_000, signal: over.signal }).then(
        () => true,
        () => false,
      );
      if (!isDue) return;
      drop(hits(chance));
      drops += 1;
    }
  };
  const blown = blow();
  return {
    get drops() {
      return drops;
    },
    [Symbol.asyncDispose]: async () => {
      over.abort();
      await blown;
    },
  };
}

function hits(chance: Chance): () => boolean {
  return chance.in100(50) ? () => true : () => chance.in100(50);
}
