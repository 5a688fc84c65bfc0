// Who reads which pages. Two threads take a few at a time from one counter, so that neither waits for the other while there is
// something left to read. What is read before its turn is kept until then, and therefore nobody goes far ahead.

/** So many pages are taken at a time. */
const pagesAtOnce = 8;
const mostAhead = 8;

export const claimBytes = 8;
const [taken, written] = [0, 1];

export interface PageShare {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

export interface PageClaims {
  readonly shares: number;
  share(number: number): PageShare;
  /** The next share; `ahead` when that would be too far from what is written, `none` when all are taken. */
  take(): PageShare | "ahead" | "none";
  isTaken(number: number): boolean;
  /** Everything before this share is written. */
  wrote(number: number): void;
  /** Blocks until something more is written. */
  wait(): void;
}

/** The first share is taken from the start: it belongs to the thread that writes. */
export function createPageClaims(shared: SharedArrayBuffer, { from, to }: { readonly from: number; readonly to: number }): PageClaims {
  const counters = new Int32Array(shared);
  const shares = Math.ceil((to - from + 1) / pagesAtOnce);
  const share = (number: number): PageShare => {
    const first = from + number * pagesAtOnce;
    return { number, from: first, to: Math.min(to, first + pagesAtOnce - 1) };
  };
  return {
    shares,
    share,
    take: () => {
      for (;;) {
        const next = Atomics.load(counters, taken);
        if (next >= shares - 1) return "none";
        if (next + 1 - Atomics.load(counters, written) > mostAhead) return "ahead";
        if (Atomics.compareExchange(counters, taken, next, next + 1) === next) return share(next + 1);
      }
    },
    isTaken: (number) => number <= Atomics.load(counters, taken),
    wrote: (number) => {
      Atomics.store(counters, written, number);
      Atomics.notify(counters, written);
    },
    wait: () => void Atomics.wait(counters, written, Atomics.load(counters, written)),
  };
}
