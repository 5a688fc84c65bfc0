import { describe, expect, it } from "vitest";
import { en } from "./en.ts";
import { clock } from "./format.ts";
import { workStatus } from "./work-status.ts";

describe("what an agent waits for", () => {
  const until = "2026-11-15T14:05:00Z";
  it.each([
    [undefined, undefined],
    [{ doing: "working", what: "tests" } as const, undefined],
    [{ doing: "retrying", what: "overloaded" } as const, en.because(en.workStatus.retrying, "overloaded")],
    [{ doing: "compacting" } as const, en.workStatus.compacting],
    [{ doing: "rate_limited", until } as const, en.rateLimited(clock(Date.parse(until)))],
    [{ doing: "rate_limited" } as const, en.rateLimited("")],
  ])("%j", (status, words) => expect(workStatus(status, en)).toBe(words));
});
