import { describe, expect, it } from "vitest";
import { boundedMatcher, MatchTooSlow } from "./bounded-match.ts";

describe("a bounded match", () => {
  it("finds the texts that match, by their place", () => {
    expect(boundedMatcher(/b+/u, 1_000)(["abc", "x", "b"])).toEqual([0, 2]);
  });

  it("breaks off an expression that backtracks without end, and stays so", () => {
    const match = boundedMatcher(/^(a|a)*$/u, 50);
    expect(() => match(["a".repeat(60) + "!"])).toThrow(MatchTooSlow);
    expect(() => match(["b"])).toThrow(MatchTooSlow);
  });
});
