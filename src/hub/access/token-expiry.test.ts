import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { createTokenExpiry } from "./token-expiry.ts";

describe("tokens that expire while they are in use", () => {
  it("are told of at their time, each once, in the order of their times", async () => {
    const clock = fakeClock();
    const start = clock.now();
    const told: number[] = [];
    const expiry = createTokenExpiry(clock, () => told.push(clock.now() - start));
    expiry.watch("tok_late", start + 300_000);
    expiry.watch("tok_soon", start + 1_000);
    expiry.watch("tok_soon", start + 1_000);
    expiry.watch("tok_middle", start + 90_000);
    await clock.advance(999);
    expect(told).toEqual([]);
    for (const ms of [1, 89_000, 210_000, 600_000]) await clock.advance(ms);
    expect(told).toEqual([1_000, 90_000, 300_000]);
  });

  it("are told of when the machine's time says so, although it was set back or forward meanwhile", async () => {
    const clock = fakeClock();
    const start = clock.now();
    const told: number[] = [];
    const expiry = createTokenExpiry(clock, () => told.push(clock.now() - start));
    expiry.watch("tok_one", start + 1_000);
    clock.shiftWall(-30_000);
    await clock.advance(1_000);
    expect(told).toEqual([]);
    await clock.advance(30_000);
    expect(told).toEqual([1_000]);
    expiry.watch("tok_two", start + 10 * 3_600_000);
    clock.shiftWall(11 * 3_600_000);
    await clock.advance(60_000);
    expect(told).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });
});
