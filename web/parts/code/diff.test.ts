import { describe, expect, it } from "vitest";
import { diffLines } from "./diff.ts";

describe("a diff in a question", () => {
  it("numbers the lines of both sides", () => {
    expect(diffLines("--- a/x\n+++ b/x\n@@ -41,2 +41,3 @@\n same\n-old\n+new\n+more\n")).toEqual([
      { kind: "head", old: null, new: null, text: "x", added: 2, removed: 1 },
      { kind: "same", old: 41, new: 41, text: "same" },
      { kind: "del", old: 42, new: null, text: "old" },
      { kind: "add", old: null, new: 42, text: "new" },
      { kind: "add", old: null, new: 43, text: "more" },
    ]);
  });

  it("does not take a changed line for the head of a file", () => {
    expect(diffLines("@@ -1,2 +1,2 @@\n--- a/secret\n+++ b/secret\n same")?.map((line) => line.kind)).toEqual(["del", "add", "same"]);
  });

  it("counts the changes of each file, names what was renamed, and keeps what else git says", () => {
    const text = [
      "diff --git a/one b/one",
      "index 1a2b..3c4d 100644",
      "--- a/one\t2026-01-01",
      "+++ b/one",
      "@@ -1 +1 @@",
      "-a",
      "+b",
      "@@ -9 +9 @@ function f() {",
      "-c",
      "+d",
      "diff --git a/two b/three",
      "old mode 100644",
      "--- a/two",
      "+++ b/three",
      "@@ -0,0 +1 @@",
      "+e",
      "--- a/gone",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-f",
    ].join("\n");
    expect(diffLines(text)?.filter(({ kind }) => kind === "head" || kind === "file" || kind === "hunk")).toEqual([
      { kind: "head", old: null, new: null, text: "one", added: 2, removed: 2 },
      { kind: "hunk", old: null, new: null, text: "function f() {" },
      { kind: "file", old: null, new: null, text: "diff --git a/two b/three" },
      { kind: "file", old: null, new: null, text: "old mode 100644" },
      { kind: "head", old: null, new: null, text: "two → three", added: 1, removed: 0 },
      { kind: "head", old: null, new: null, text: "gone", added: 0, removed: 1 },
    ]);
  });

  it("leaves other text alone", () => {
    expect(diffLines("+ a list\n- of things")).toBeUndefined();
  });
});
