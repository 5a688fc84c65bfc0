import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pieces, spelled } from "./hidden-characters.ts";

describe("characters that hide or turn something", () => {
  it("shows right-to-left, zero-width and control characters as boxes", () => {
    expect(pieces("rm \u202Etxt.exe")).toEqual(["rm ", { box: "U+202E" }, "txt.exe"]);
    expect(pieces("a\u200Bb\u0000c\u2066")).toEqual(["a", { box: "U+200B" }, "b", { box: "U+0000" }, "c", { box: "U+2066" }]);
    expect(spelled("x\u{E0041}")).toBe("x[U+E0041]");
  });

  it("leaves line breaks, tabs, Han and joined pictures as they are", () => {
    for (const text of ["a\n\tb", "改法没问题，再看一遍", "👩‍🚀 ❤️‍🔥 🏳️‍🌈"]) expect(pieces(text)).toEqual([text]);
  });

  it("shows look-alikes of the space where the text is what will run", () => {
    expect(pieces("rm\u00A0-rf")).toEqual(["rm\u00A0-rf"]);
    expect(pieces("rm\u00A0-rf", true)).toEqual(["rm", { box: "U+00A0" }, "-rf"]);
  });

  it("shows a run of them as one box that counts them", () => {
    expect(pieces("a\u200B\u200B\u200Bb")).toEqual(["a", { box: "U+200B×3" }, "b"]);
    expect(pieces("\u200B\u202E\u202E")).toEqual([{ box: "U+200B U+202E×2" }]);
    expect(pieces("\u200B".repeat(100_000))).toEqual([{ box: "U+200B×100000" }]);
    expect(pieces("\u200B\u2060".repeat(100))).toEqual([{ box: `${"U+200B U+2060 ".repeat(3)}+194` }]);
  });

  it("loses nothing of any text that will run, and says of every other how much there is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.boolean(), (text, exact) => {
        const back = pieces(text, exact)
          .map((piece) => (typeof piece === "string" ? piece : piece.box.split(" ").map(written).join("")))
          .join("");
        // In prose some names may be left out, and only their number is there.
        expect(exact ? back : [...back].length).toBe(exact ? text : [...text].length);
      }),
    );
  });
});

/** Back from a name, or from a number of characters that have none. */
function written(name: string): string {
  if (name.startsWith("+")) return " ".repeat(Number(name));
  const [code = "", count = "1"] = name.slice(2).split("×");
  return String.fromCodePoint(Number.parseInt(code, 16)).repeat(Number(count));
}
