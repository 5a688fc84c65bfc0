import { describe, expect, it } from "vitest";
import { lacks } from "#test/contracts/lacks";

describe("a capability that an implementation lacks", () => {
  const skipped: (string | undefined)[] = [];
  const ctx = {
    skip: (note?: string | boolean): never => {
      skipped.push(String(note));
      throw new Error("skipped");
    },
  };

  it("is skipped with its reason", () => {
    expect(() => lacks(ctx, "the platform has no reactions")).toThrow("skipped");
    expect(skipped).toEqual(["the platform has no reactions"]);
  });

  it("fails without a reason in words", () => {
    expect(() => lacks(ctx, "no")).toThrow(/does not say why/);
  });
});
