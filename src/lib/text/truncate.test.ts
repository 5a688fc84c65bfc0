import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keepHead, keepTail, withCutNotice } from "./truncate.ts";

describe("truncate", () => {
  it("leaves a text alone that fits", () => {
    expect(keepHead("abc", 3)).toEqual({ cut: false, text: "abc" });
    expect(withCutNotice(keepTail("abc", 3))).toBe("abc");
  });

  it("says what was cut, and where", () => {
    expect(keepHead("abcdef", 4)).toEqual({ cut: true, where: "end", text: "abcd", leftOut: 2, total: 6 });
    expect(keepTail("abcdef", 4)).toEqual({ cut: true, where: "start", text: "cdef", leftOut: 2, total: 6 });
    expect(withCutNotice(keepHead("abcdef", 4))).toBe("abcd\n[2 of 6 characters left out]");
    expect(withCutNotice(keepTail("abcdef", 4))).toBe("[2 of 6 characters left out]\ncdef");
  });

  it("never cuts a surrogate pair in two, stays within the limit and counts what it left out", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, limit) => {
        for (const cut of [keepHead(text, limit), keepTail(text, limit)]) {
          expect(cut.text.length).toBeLessThanOrEqual(limit);
          expect(cut.text.isWellFormed()).toBe(true);
          expect(cut.text.length + (cut.cut ? cut.leftOut : 0)).toBe(text.length);
        }
        expect(text.startsWith(keepHead(text, limit).text)).toBe(true);
        expect(text.endsWith(keepTail(text, limit).text)).toBe(true);
      }),
    );
  });
});
