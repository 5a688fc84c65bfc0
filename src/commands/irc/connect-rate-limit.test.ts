import { expect } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { verifies } from "#test/verifies";
import { attemptBurst, attemptEveryMs, createAttempts } from "./connect-rate-limit.ts";

verifies("IRC-LIFE-5", "three tries may follow each other, then one every twenty seconds, however long it was quiet before", async () => {
  const clock = fakeClock();
  const attempts = createAttempts(clock);
  await clock.advance(3_600_000);
  for (let i = 0; i < attemptBurst; i++) {
    expect(attempts.wait()).toBe(0);
    attempts.made();
  }
  expect(attempts.wait()).toBe(attemptEveryMs);
  await clock.advance(attemptEveryMs - 1);
  expect(attempts.wait()).toBe(1);
  await clock.advance(1);
  expect(attempts.wait()).toBe(0);
  attempts.made();
  expect(attempts.wait()).toBe(attemptEveryMs);
});
