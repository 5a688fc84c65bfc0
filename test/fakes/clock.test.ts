import { describe, expect, it } from "vitest";
import { pause } from "#lib/time/clock";
import { fakeClock } from "#test/fakes/clock";

describe("the fake clock", () => {
  it("calls timers in the order they are due, and those that timers set on the way", async () => {
    const clock = fakeClock(0);
    const seen: string[] = [];
    clock.after(20, () => seen.push(`b${clock.now()}`));
    clock.after(10, () => {
      seen.push(`a${clock.now()}`);
      clock.after(5, () => seen.push(`c${clock.now()}`));
    });
    clock.after(31, () => seen.push("never"));
    await clock.advance(30);
    expect(seen).toEqual(["a10", "c15", "b20"]);
    expect([clock.now(), clock.pending]).toEqual([30, 1]);
  });

  it("keeps the order of timers that are due together, and forgets those called off", async () => {
    const clock = fakeClock(0);
    const seen: number[] = [];
    clock.after(5, () => seen.push(1));
    const cancel = clock.after(5, () => seen.push(2));
    clock.after(5, () => seen.push(3));
    cancel();
    await clock.advance(5);
    expect(seen).toEqual([1, 3]);
  });

  it("lets promises settle between timers", async () => {
    const clock = fakeClock(0);
    let laps = 0;
    const walk = (async () => {
      for (let i = 0; i < 10; i++) {
        await pause(clock, 10, new AbortController().signal);
        laps++;
      }
    })();
    await clock.advance(95);
    expect(laps).toBe(9);
    await clock.until(() => laps === 10);
    await walk;
    expect([clock.now(), clock.pending]).toEqual([100, 0]);
  });

  it("says so when nothing is left that could make it so, or it takes too long", async () => {
    const clock = fakeClock(0);
    await expect(clock.until(() => false)).rejects.toThrow("no timer left");
    clock.after(50, () => {});
    await expect(clock.until(() => false, 49)).rejects.toThrow("within 49 ms");
  });
});
