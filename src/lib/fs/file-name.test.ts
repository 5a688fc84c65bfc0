import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileName } from "./file-name.ts";
import { numbered, safeName } from "./safe-name.ts";

describe("a name made from any text", () => {
  it("is the text where it can be, and another for each other text", () => {
    expect(["ses_01", "irc:alice", "a/b", "..", ".env", "a.b", "", "%3A"].map(fileName)).toEqual([
      "ses_01",
      "irc%3Aalice",
      "a%2Fb",
      "%2E.",
      "%2Eenv",
      "a.b",
      "~e3b0c44298fc1c14",
      "%253A",
    ]);
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => a === b || !a.isWellFormed() || !b.isWellFormed() || fileName(a) !== fileName(b)));
  });

  it("is a name that every file system takes", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => /^(?!\.)[\w%~.-]{1,200}$/.test(fileName(text))));
  });
});

describe("a name that somebody gave a file", () => {
  it("loses everything that is more than a name, and keeps its ending when it is cut", () => {
    expect([safeName("../../etc/passwd"), safeName("C:\\x\\a\u202eb.txt"), safeName(".."), safeName(""), safeName("a/")]).toEqual([
      "passwd",
      "a_b.txt",
      "_",
      "file",
      "file",
    ]);
    expect(safeName(`${"图".repeat(100)}.pdf`)).toBe(`${"图".repeat(48)}.pdf`);
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => Buffer.byteLength(safeName(text)) <= 150 && !/[/\0]/.test(safeName(text))));
  });

  it("takes a number before its ending", () => {
    expect([numbered("a.txt", 2), numbered("a", 3), numbered("a.b.tar.gz", 4)]).toEqual(["a-2.txt", "a-3", "a.b.tar-4.gz"]);
  });
});
