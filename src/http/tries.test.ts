import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { createTries } from "./tries.ts";

describe("tries", () => {
  it("are counted for each address by itself, and told how long to wait", async () => {
    const clock = fakeClock();
    const tries = createTries(clock);
    for (let n = 0; n < 10; n++) expect(tries("a")).toBeUndefined();
    await clock.advance(20_000);
    expect([tries("a"), tries("b")]).toEqual([40_000, undefined]);
    await clock.advance(40_000);
    expect(tries("a")).toBeUndefined();
  });

  it("of more addresses than are kept share one count, so that a flood finds its limit too", () => {
    const tries = createTries(fakeClock());
    for (let n = 0; n < 10_000; n++) expect(tries(`address ${n}`)).toBeUndefined();
    for (let n = 0; n < 10; n++) expect(tries(`late ${n}`)).toBeUndefined();
    expect(tries("one more")).toBe(60_000);
    expect(tries("address 1")).toBeUndefined();
  });
});
