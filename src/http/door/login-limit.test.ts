import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { createLoginTries } from "./login-limit.ts";

describe("tries to log in", () => {
  it("are counted for each address and link, and told how long to wait", async () => {
    const clock = fakeClock();
    const tries = createLoginTries(clock);
    for (let n = 0; n < 10; n++) expect(tries.unused("a", "link")).toBeUndefined();
    await clock.advance(20_000);
    expect([tries.unused("a", "link"), tries.unused("a", "other"), tries.unused("b", "link")]).toEqual([40_000, undefined, undefined]);
    await clock.advance(40_000);
    expect(tries.unused("a", "link")).toBeUndefined();
  });

  it("of one link are bounded from everywhere together", () => {
    const tries = createLoginTries(fakeClock());
    for (let n = 0; n < 30; n++) expect(tries.wrong(`address ${n}`, "link")).toBeUndefined();
    expect(tries.wrong("one more", "link")).toBe(60_000);
    expect(tries.wrong("one more", "other")).toBeUndefined();
  });

  it("with wrong links are bounded for each address, and in all", async () => {
    const clock = fakeClock();
    const tries = createLoginTries(clock);
    for (let n = 0; n < 10; n++) expect(tries.wrong("a", `guess ${n}`)).toBeUndefined();
    expect([tries.wrong("a", "guess"), tries.wrong("b", "guess")]).toEqual([60_000, undefined]);
    for (let n = 11; n < 500; n++) expect(tries.wrong(`address ${n}`, `link ${n}`)).toBeUndefined();
    expect(tries.wrong("c", "one more")).toBe(10_000);
    await clock.advance(10_000);
    expect(tries.wrong("c", "one more")).toBeUndefined();
  });
});
