import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { createPostRate } from "./post-rate.ts";

describe("the rate of posts", () => {
  it("of 0 is no limit", () => {
    const rate = createPostRate(fakeClock(), 0);
    for (let n = 0; n < 1_000; n++) expect(rate.take("a")).toBeTypeOf("function");
  });

  it("can be taken back once, for that line alone", () => {
    const rate = createPostRate(fakeClock(), 2);
    const first = rate.take("a");
    rate.take("a");
    if (typeof first === "function") [1, 2, 3].forEach(() => first());
    expect(rate.take("a")).toBeTypeOf("function");
    expect(rate.take("a")).toMatchObject({ limit: 2, retryMs: 60_000 });
  });

  it("is kept for whoever posted lately, however many others come", async () => {
    const clock = fakeClock();
    const rate = createPostRate(clock, 1);
    for (let n = 0; n < 10_000; n++) rate.take(`early ${n}`);
    await clock.advance(60_000);
    for (let n = 0; n < 10_001; n++) rate.take(`late ${n}`);
    expect([rate.take("early 7"), rate.take("late 0")]).toMatchObject([expect.any(Function), { limit: 1 }]);
  });
});
