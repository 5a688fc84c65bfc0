import { describe, expect, it } from "vitest";
import { backoff } from "./backoff.ts";
import { fakeClock } from "#test/fakes/clock";

describe("backoff", () => {
  it("doubles up to its ceiling and never passes it, however long it goes on", () => {
    const wait = backoff({ clock: fakeClock(), random: () => 0.999_999, firstMs: 100, maxMs: 1_000 });
    const waits = Array.from({ length: 2_000 }, () => wait.next());
    expect(waits.slice(0, 5)).toEqual([99, 199, 399, 799, 999]);
    expect(Math.max(...waits)).toBe(999);
  });

  it("spreads over the whole span below the ceiling", () => {
    const draws = [0, 0.5, 0.25];
    const wait = backoff({ clock: fakeClock(), random: () => draws.shift() ?? 0, firstMs: 1_000, maxMs: 1_000 });
    expect([wait.next(), wait.next(), wait.next()]).toEqual([0, 500, 250]);
  });

  it("starts again after a link that held, and goes on after one that broke at once", async () => {
    const clock = fakeClock();
    const wait = backoff({ clock, random: () => 0.999_999, firstMs: 100, maxMs: 10_000, stableMs: 5_000 });
    wait.next();
    wait.up();
    await clock.advance(4_999);
    expect(wait.next()).toBe(199);
    wait.up();
    await clock.advance(5_000);
    expect(wait.next()).toBe(99);
  });
});
