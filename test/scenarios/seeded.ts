/** Chances that can be had again: the same seed gives the same ones. */
export interface Chance {
  /** A whole number from 0 up to, and without, `below`. */
  below(below: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** True so many times in a hundred. */
  in100(times: number): boolean;
  /** Another row of chances, of its own, so that one actor's pace does not shift another's. */
  split(): Chance;
}

/** Mulberry32: small, and good enough to choose where a process dies. */
export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    pick: (from) => from[below(from.length)] ?? from[0],
    in100: (times) => below(100) < times,
    split: () => seeded(below(2 ** 31)),
  };
}
