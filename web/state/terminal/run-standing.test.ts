import { describe, expect, it } from "vitest";
import { standingOf } from "./run-standing.ts";

const over = "2026-11-15T12:00:00Z";

describe("how a run stands", () => {
  it("is running until it has ended, waiting while it names a question, and done only with exit 0", () => {
    expect(standingOf({ ended_at: null, exit_code: null, question: null })).toBe("running");
    expect(standingOf({ ended_at: null, exit_code: null, question: "que_1" })).toBe("waits");
    expect(standingOf({ ended_at: over, exit_code: 0, question: null })).toBe("done");
    expect(standingOf({ ended_at: over, exit_code: 1, question: null })).toBe("failed");
  });
});
