import { describe, expect, it } from "vitest";
import { diffLines } from "./diff.ts";

describe("a diff in a question", () => {
  it("numbers the lines of both sides", () => {
    expect(diffLines("--- a/x\n+++ b/x\n@@ -41,2 +41,3 @@\n same\n-old\n+new\n+more\n")).toEqual([
      { kind: "file", old: null, new: null, text: "--- a/x" },
      { kind: "file", old: null, new: null, text: "+++ b/x" },
      { kind: "hunk", old: null, new: null, text: "@@ -41,2 +41,3 @@" },
      { kind: "same", old: 41, new: 41, text: "same" },
      { kind: "del", old: 42, new: null, text: "old" },
      { kind: "add", old: null, new: 42, text: "new" },
      { kind: "add", old: null, new: 43, text: "more" },
    ]);
  });

  it("does not take a changed line for the head of a file", () => {
    expect(diffLines("@@ -1,2 +1,2 @@\n--- a/secret\n+++ b/secret\n same")?.map((line) => line.kind)).toEqual(["hunk", "del", "add", "same"]);
  });

  it("leaves other text alone", () => {
    expect(diffLines("+ a list\n- of things")).toBeUndefined();
  });
});
