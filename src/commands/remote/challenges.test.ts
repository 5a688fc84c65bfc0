import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { createChallenges } from "./challenges.ts";
import { isWithinHours } from "./hours.ts";

const subject = { challenge: "run_1", account: "irc:ann", room: "#ops", line: "hello" };
const limits = { validMs: 60_000, perMinute: 3 };

describe("challenges of remote control", () => {
  it("are taken once, by whom and where they were given, and in time", async () => {
    const clock = fakeClock();
    const challenges = createChallenges(clock, limits);
    challenges.open(subject);
    expect(challenges.take("run_1", "irc:bo", "#ops")).toBeUndefined();
    expect(challenges.take("run_1", "irc:ann", "#team")).toBeUndefined();
    expect(challenges.take("run_1", "irc:ann", "#ops")).toEqual(subject);
    expect(challenges.take("run_1", "irc:ann", "#ops")).toBeUndefined();
    challenges.open(subject);
    await clock.advance(60_000);
    expect(challenges.take("run_1", "irc:ann", "#ops")).toBeUndefined();
  });

  it("are limited per minute, and five wrong codes lock an account for fifteen minutes", async () => {
    const clock = fakeClock();
    const challenges = createChallenges(clock, limits);
    const asked = Array.from({ length: 4 }, () => challenges.mayAsk("irc:ann"));
    expect(asked).toEqual(["yes", "yes", "yes", "tooOften"]);
    expect(challenges.mayAsk("irc:bo")).toBe("yes");
    await clock.advance(60_001);
    expect(challenges.mayAsk("irc:ann")).toBe("yes");
    for (let i = 0; i < 5; i++) challenges.wrong("irc:ann");
    expect(challenges.mayAsk("irc:ann")).toBe("locked");
    expect([challenges.isLocked("irc:ann"), challenges.isLocked("irc:bo")]).toEqual([true, false]);
    await clock.advance(15 * 60_000 + 1);
    expect(challenges.isLocked("irc:ann")).toBe(false);
    expect(challenges.mayAsk("irc:ann")).toBe("yes");
  });
});

it.each([
  ["08:00-20:00", 8, 0, true],
  ["08:00-20:00", 20, 0, false],
  ["08:00-20:00", 7, 59, false],
  ["22:00-06:00", 23, 0, true],
  ["22:00-06:00", 5, 59, true],
  ["22:00-06:00", 12, 0, false],
])("%s at %i:%i: %s", (hours, hour, minute, is) => {
  expect(isWithinHours(hours, new Date(2026, 0, 1, hour, minute))).toBe(is);
});
