import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunks } from "./chunks.ts";

describe("chunks", () => {
  it("are so many words each, with the space behind them", () => {
    expect(chunks("one two  three\n\nfour five", 2)).toEqual(["one two  ", "three\n\nfour ", "five"]);
  });

  it("count each Chinese character as a word", () => {
    expect(chunks("你好，Parley 世界", 2)).toEqual(["你好", "，Parley 世", "界"]);
  });

  it("are none for no text", () => {
    expect(chunks("", 3)).toEqual([]);
  });

  it("put together again are exactly the text", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(" ", "\n", "a", "你", "カ", "\ud83d\ude00", "\ud83d") }),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, words) => {
        expect(chunks(whole, words).join("")).toBe(whole);
      }),
    );
  });
});
