import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { Looks } from "./looks.ts";

function watched(wantsAnother = false) {
  const clock = fakeClock();
  const looked: number[] = [];
  const from = clock.monotonic();
  const looks = new Looks(clock, [1_000, 3_000], {
    look: async () => void looked.push(clock.monotonic() - from),
    wantsAnother: () => wantsAnother,
    failed: () => {},
  });
  return { clock, looked, looks };
}

describe("looks at a terminal", () => {
  it("soon after it was drawn, and rarely while it is redrawn all the time", async () => {
    const { clock, looked, looks } = watched();
    for (let ms = 0; ms < 600; ms += 10) {
      looks.redrawn();
      await clock.advance(10);
    }
    expect(looked).toEqual([30, 230, 430]);
  });

  it("at once when something else happened, though a redraw would have waited", async () => {
    const { clock, looked, looks } = watched();
    looks.redrawn();
    await clock.advance(40);
    looks.redrawn();
    await clock.advance(10);
    looks.wake();
    await clock.advance(200);
    expect(looked).toEqual([30, 80]);
  });

  it("again after silence, the last interval again and again, until it is disposed", async () => {
    const { clock, looked, looks } = watched(true);
    looks.wake();
    await clock.advance(7_500);
    expect(looked).toEqual([30, 1_030, 4_030, 7_030]);
    looks[Symbol.dispose]();
    expect(clock.pending).toBe(0);
  });
});
