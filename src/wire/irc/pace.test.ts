import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { createPace } from "./pace.ts";

const never = new AbortController().signal;

function pacing() {
  const clock = fakeClock();
  const pace = createPace({ burst: 3, everyMs: 1_000 }, clock);
  const went: (readonly [number, number])[] = [];
  const start = clock.now();
  const go = async (id: number, signal = never): Promise<void> => {
    if (await pace.turn(signal)) went.push([id, clock.now() - start]);
  };
  return { clock, pace, went, go };
}

describe("pacing lines", () => {
  it("lets a few go at once and then one after each interval, in order", async () => {
    const { clock, went, go } = pacing();
    const all = Promise.all([1, 2, 3, 4, 5, 6].map((id) => go(id)));
    await clock.advance(10_000);
    await all;
    expect(went).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 1_000],
      [5, 2_000],
      [6, 3_000],
    ]);
  });

  it("allows a burst again after a rest, and no more than one", async () => {
    const { clock, went, go } = pacing();
    await Promise.all([1, 2, 3].map((id) => go(id)));
    await clock.advance(60_000);
    const more = Promise.all([4, 5, 6, 7].map((id) => go(id)));
    await clock.advance(1_000);
    await more;
    expect(went.slice(3)).toEqual([
      [4, 60_000],
      [5, 60_000],
      [6, 60_000],
      [7, 61_000],
    ]);
  });

  it("gives the place of one who leaves to the next", async () => {
    const { clock, went, go } = pacing();
    const leaving = new AbortController();
    const all = Promise.all([go(1), go(2), go(3), go(4, leaving.signal), go(5)]);
    leaving.abort();
    await clock.advance(1_000);
    await all;
    expect(went.at(-1)).toEqual([5, 1_000]);
    expect(went.map(([id]) => id)).not.toContain(4);
  });

  it("sends everybody away when it is over, and leaves no timer", async () => {
    const { clock, pace, went, go } = pacing();
    const all = Promise.all([1, 2, 3, 4, 5].map((id) => go(id)));
    await clock.settle();
    pace[Symbol.dispose]();
    await all;
    await go(6);
    expect(went).toHaveLength(3);
    expect(clock.pending).toBe(0);
  });
});
