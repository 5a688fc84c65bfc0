import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pieces, spelled } from "./strange.ts";

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

  it("loses nothing of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.boolean(), (text, exact) => {
        const back = pieces(text, exact)
          .map((piece) => (typeof piece === "string" ? piece : String.fromCodePoint(Number.parseInt(piece.box.slice(2), 16))))
          .join("");
        expect(back).toBe(text);
      }),
    );
  });
});
