import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitText } from "./split.ts";

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const family = "👨‍👩‍👧‍👦";
/** What people write: words, Chinese, flags, families, combining marks, and runs of spaces. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(" ", "  ", "     ", "\n", "\r\n", "\r"),
      fc.constantFrom("你好，世界", "繁體字", "🇨🇳", family, "e\u0301", "क्षि", "\u0600 ", " \u0301", "한국어", "👍🏽"),
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));
const room = fc.integer({ min: 4, max: 120 });

/** The lines of a text that a server can carry. */
const carried = (whole: string): readonly string[] =>
  whole
    .toWellFormed()
    .split(/\r\n|\r|\n/)
    .filter((line) => line.replaceAll(" ", "") !== "");

describe("splitting a text for IRC", () => {
  it("loses no character and adds none", () => {
    fc.assert(
      fc.property(text, room, (whole, bytes) => {
        expect(splitText(whole, bytes).join("")).toBe(carried(whole).join(""));
      }),
    );
  });

  it("never makes a line longer than the room, in bytes of UTF-8", () => {
    fc.assert(
      fc.property(text, room, (whole, bytes) => {
        for (const line of splitText(whole, bytes)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(bytes);
      }),
    );
  });

  it("makes lines that are valid UTF-8 by themselves, hold something and no line end", () => {
    fc.assert(
      fc.property(text, room, (whole, bytes) => {
        for (const line of splitText(whole, bytes)) {
          expect(Buffer.from(line, "utf8").toString("utf8")).toBe(line);
          expect(line).toMatch(/^[^\r\n]+$/);
        }
      }),
    );
  });

  it("never splits within a grapheme that fits", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 60, max: 120 }), (whole, bytes) => {
        for (const line of carried(whole)) {
          const segments = [...graphemes.segment(line)].map(({ segment }) => segment);
          if (segments.some((segment) => Buffer.byteLength(segment) > bytes)) continue;
          const borders = new Set<number>([0]);
          for (const { index, segment } of graphemes.segment(line)) borders.add(index + segment.length);
          let at = 0;
          for (const chunk of splitText(line, bytes)) expect(borders).toContain((at += chunk.length));
        }
      }),
    );
  });

  it("avoids splitting after a space", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 60, max: 120 }), (whole, bytes) => {
        for (const line of carried(whole)) {
          for (const chunk of splitText(line, bytes).slice(0, -1)) {
            const ends = [...graphemes.segment(chunk)].map(({ segment }) => segment.endsWith(" "));
            expect(ends.at(-1) !== true || ends.every(Boolean)).toBe(true);
          }
        }
      }),
    );
  });

  it("puts none behind a character that takes its space along", () => {
    expect(splitText("aaaa\u0600 bbbb", 7)).toEqual(["aaaa", "\u0600 bbbb"]);
  });

  it("breaks long lines between words where there are any", () => {
    expect(splitText("the quick brown fox jumps", 12)).toEqual(["the quick", " brown fox", " jumps"]);
  });

  it("fills lines completely in a language without spaces", () => {
    expect(splitText("你好世界再见", 10)).toEqual(["你好世", "界再见"]);
  });

  it("takes a character apart that is longer than a whole line, between code points", () => {
    expect(splitText(family, 8).join("")).toBe(family);
    expect(splitText(family, 8).length).toBeGreaterThan(1);
  });

  it("leaves blank lines out", () => {
    expect(splitText("one\n\n  \r\ntwo\r", 100)).toEqual(["one", "two"]);
  });

  it("shows half a surrogate pair as the sign for something unreadable", () => {
    expect(splitText("a\ud83d", 100)).toEqual(["a\ufffd"]);
  });

  it("rejects a limit that is too small for a single character", () => {
    expect(() => splitText("a", 3)).toThrow("3 bytes");
  });
});
