import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, nearest } from "./nearest.ts";

const verbs = ["sessions", "use", "new", "whoami", "status", "help", "stop"];

describe("nearest", () => {
  it.each([
    ["session", "sessions"],
    ["statsu", "status"],
    ["hepl", "help"],
    ["WhoAmI", "whoami"],
    ["nwe", "new"],
    ["stat", "status"],
    ["sta", "status"],
  ])("takes %s for %s", (typed, meant) => {
    expect(nearest(typed, verbs)).toBe(meant);
  });

  it.each(["", "x", "deploy", "会话", "a".repeat(5000)])("suggests nothing for %s", (typed) => {
    expect(nearest(typed, verbs)).toBeUndefined();
  });

  it("takes the closest, and the first of equals", () => {
    expect(nearest("stat", ["star", "stab"])).toBe("star");
    expect(nearest("status", ["statue", "status"])).toBe("status");
  });

  it("takes a word that was not finished for one that begins with it, the shortest of several", () => {
    expect(nearest("stat", ["start", "status"])).toBe("status");
    expect(nearest("con", ["configuration", "confirm"])).toBe("confirm");
    expect(nearest("st", ["start", "status"])).toBeUndefined();
  });
});

describe("edit distance", () => {
  it("is 0 for the same word only, and the same in both directions", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, b)).toBe(editDistance(b, a));
      }),
    );
  });

  it("counts one for each slip", () => {
    expect(editDistance("stop", "stpo")).toBe(1);
    expect(editDistance("stop", "top")).toBe(1);
    expect(editDistance("stop", "stoop")).toBe(1);
    expect(editDistance("stop", "step")).toBe(1);
  });
});
