import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { showHidden } from "./show-hidden.ts";

describe("showHidden", () => {
  it.each([
    ["a right-to-left override", "rm \u202e txt.sh", "rm ⟨U+202E⟩ txt.sh"],
    ["isolates", "\u2066a\u2069", "⟨U+2066⟩a⟨U+2069⟩"],
    ["marks", "\u200ea\u061c", "⟨U+200E⟩a⟨U+061C⟩"],
    ["zero-width characters", "a\u200bb\u200dc\ufeff", "a⟨U+200B⟩b⟨U+200D⟩c⟨U+FEFF⟩"],
    ["fillers that look like nothing", "\u3164\u115f", "⟨U+3164⟩⟨U+115F⟩"],
    ["escape, NUL, carriage return and C1", "\u001b[2J\0\r\u009b", "⟨U+001B⟩[2J⟨U+0000⟩⟨U+000D⟩⟨U+009B⟩"],
    ["tags that carry text nobody sees", "a\u{e0041}", "a⟨U+E0041⟩"],
    ["line separators", "a\u2028b", "a⟨U+2028⟩b"],
    ["half a surrogate pair", "a\ud800", "a⟨U+D800⟩"],
    ["a selector that has nothing to colour", "a\ufe0f", "a⟨U+FE0F⟩"],
  ])("shows %s", (_, text, shown) => {
    expect(showHidden(text)).toBe(shown);
  });

  it("leaves lines, tabs, accents, other scripts and emoji as they are", () => {
    const text = "a\n\tb é 你好 עברית ❤️ 😀 `x`";
    expect(showHidden(text)).toBe(text);
  });

  it("leaves nothing hidden in any text, and changes nothing when it is used twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = showHidden(text);
        expect(shown.replaceAll(/[\n\t]/g, "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(showHidden(shown)).toBe(shown);
      }),
    );
  });
});
