import { describe, expect, it } from "vitest";
import { jumpingClock } from "#test/fakes/jumping-clock";

describe("the jumping clock", () => {
  it("fires what a jump made due, in the order it was due, and nothing that is called off", async () => {
    const clock = jumpingClock();
    const fired: string[] = [];
    const last = Promise.withResolvers<void>();
    clock.after(60_000, () => last.resolve());
    clock.after(30_000, () => fired.push("second"));
    clock.after(10_000, () => fired.push("first"));
    clock.after(20_000, () => fired.push("called off"))();
    const before = clock.now();
    clock.jump(60_000);
    await last.promise;
    expect(fired).toEqual(["first", "second"]);
    expect(clock.now() - before).toBeGreaterThanOrEqual(60_000);
  });

  it("can be set without time passing: timers wait as long as before", async () => {
    const clock = jumpingClock();
    const fired: string[] = [];
    const over = Promise.withResolvers<void>();
    clock.after(60_000, () => fired.push("late"));
    const before = clock.now();
    const monotonic = clock.monotonic();
    clock.shiftWall(90_000);
    clock.after(0, () => over.resolve());
    await over.promise;
    expect(fired).toEqual([]);
    expect(clock.now() - before).toBeGreaterThanOrEqual(90_000);
    expect(clock.monotonic() - monotonic).toBeLessThan(60_000);
    clock.shiftWall(-3_600_000);
    expect(clock.now()).toBeLessThan(before);
  });
});
