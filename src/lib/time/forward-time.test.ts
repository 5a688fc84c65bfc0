import { expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { forwardTime } from "./forward-time.ts";

it("goes on when the wall clock is set back, and along when it is set forward", async () => {
  const clock = fakeClock(1_000_000);
  const now = forwardTime(clock);
  await clock.advance(10);
  expect(now()).toBe(1_000_010);
  clock.shiftWall(-500_000);
  await clock.advance(5);
  expect([clock.now(), now()]).toEqual([500_015, 1_000_015]);
  clock.shiftWall(600_000);
  expect(now()).toBe(1_100_015);
});
