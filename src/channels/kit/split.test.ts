import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fencesOf } from "#channels/kit/fences";
import { measure, reach, type Unit } from "#channels/kit/measure-text";
import { split } from "#channels/kit/split";

const units: readonly Unit[] = ["utf16", "utf8", "codepoints"];
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

const word = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }).map((some) => some.replaceAll(/[`~]/g, "")),
  fc.stringMatching(/^[a-z]{1,80}$/),
  fc.constantFrom("\n", "\n\n", " ", "\r\n", "你好，世界。", "👩‍👩‍👧‍👦", "🇫🇷🇩🇪", "e\u0301\u0302", "नमस्ते"),
);
const fence = fc.constantFrom("\n```ts\n", "\n```\n", "\n~~~~ a b\n", "\n~~~~\n", "\n````\n", "\n  ```\n");
/** Three backticks in the middle of a line: no fence, until a cut puts them at the start of one. */
const stray = fc.constantFrom("```", "x ``` y", "    ```\n", "~~~");
const textOf = (...bits: readonly fc.Arbitrary<string>[]) => fc.array(fc.oneof(...bits), { maxLength: 120, size: "max" }).map((list) => list.join(""));
const limits = fc.record({ unit: fc.constantFrom(...units), most: fc.integer({ min: 64, max: 400 }) });

describe("split", () => {
  it("any text in any unit: the bodies are the text again, every slice is within the limit and valid Unicode", () => {
    fc.assert(
      fc.property(textOf(word, fence, stray), limits, (whole, limit) => {
        const slices = split(whole, limit);
        expect(slices.map((slice) => slice.body).join("")).toBe(whole);
        for (const slice of slices) {
          expect(measure(slice.text, limit.unit)).toBeLessThanOrEqual(limit.most);
          expect(slice.text.isWellFormed()).toBe(true);
          expect(slice.body).not.toBe("");
        }
      }),
      { numRuns: 300 },
    );
  });

  it("any text: no grapheme is cut that would fit, and every code block that a slice opens it closes", () => {
    fc.assert(
      fc.property(textOf(word, word, fence), limits, (whole, limit) => {
        const slices = split(whole, limit);
        const borders = new Set([...graphemes.segment(whole)].map((grapheme) => grapheme.index));
        let at = 0;
        for (const slice of slices.slice(0, -1)) {
          at += slice.body.length;
          expect(borders.has(at)).toBe(true);
          expect(fencesOf(slice.text).length % 2).toBe(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("leaves a text that fits alone, and makes nothing of nothing", () => {
    expect(split("a\n\nb", { unit: "utf16", most: 64 })).toEqual([{ text: "a\n\nb", body: "a\n\nb" }]);
    expect(split("", { unit: "utf16", most: 64 })).toEqual([]);
  });

  it("prefers the end of a paragraph, then of a line, then of a word", () => {
    const at = (whole: string): string | undefined => split(whole, { unit: "utf16", most: 64 })[0]?.body;
    const filler = "x".repeat(40);
    expect(at(`${filler}\n\nnext one\nand the rest of it ${filler}`)).toBe(`${filler}\n\n`);
    expect(at(`${filler}\nnext one and the rest of it ${filler}`)).toBe(`${filler}\n`);
    expect(at(`${filler} next one and the rest ${filler}`)).toBe(`${filler} next one and the rest `);
    expect(at(`${"第".repeat(40)}。${"字".repeat(40)}`)).toBe(`${"第".repeat(40)}。`);
  });

  it("closes a code block at the end of a slice and opens it with its language in the next", () => {
    const code = Array.from({ length: 12 }, (_, i) => `line ${i} of code`).join("\n");
    const slices = split(`Look:\n\`\`\`ts\n${code}\n\`\`\`\nDone.`, { unit: "utf16", most: 100 });
    expect(slices[0]?.text).toBe("Look:\n```ts\nline 0 of code\nline 1 of code\nline 2 of code\nline 3 of code\nline 4 of code\n```");
    expect(slices[1]?.text.startsWith("```ts\nline 5 of code\n")).toBe(true);
    expect(slices.at(-1)?.text.endsWith("```\nDone.")).toBe(true);
  });

  it("leaves no empty code block where a cut falls next to a fence", () => {
    for (let length = 40; length < 80; length++) {
      const slices = split(`${"x".repeat(length)}\n\`\`\`js\n${"y".repeat(30)}\n\`\`\`\n${"z".repeat(60)}`, { unit: "utf16", most: 80 });
      for (const slice of slices) expect(slice.text).not.toMatch(/```(?:js)?\n+```/);
    }
  });

  it("cuts a grapheme that alone is too long, but never a surrogate pair", () => {
    const monster = `a${"\u0301".repeat(200)}${"😀\u200d".repeat(200)}`;
    for (const unit of units) {
      const slices = split(monster, { unit, most: 65 });
      expect(slices.map((slice) => slice.body).join("")).toBe(monster);
      for (const slice of slices) expect(slice.text.isWellFormed()).toBe(true);
    }
  });

  it("keeps flags whole in a long row of them", () => {
    const slices = split("🇫🇷".repeat(500), { unit: "utf16", most: 1_001 });
    for (const slice of slices) expect(slice.text).toMatch(/^(?:🇫🇷)+$/u);
    expect(slices).toHaveLength(2);
  });

  it("lesson 14: a line of Chinese at a byte limit is cut between characters", () => {
    const slices = split("字".repeat(1_000), { unit: "utf8", most: 400 });
    expect(slices).toHaveLength(8);
    for (const slice of slices) expect(Buffer.from(slice.text, "utf8").toString("utf8")).toMatch(/^字+$/);
  });

  it("refuses a limit that leaves no room for anything", () => {
    expect(() => split("x".repeat(100), { unit: "utf8", most: 10 })).toThrow("too small");
  });
});

describe("measure", () => {
  it("counts as the platforms count", () => {
    expect(units.map((unit) => measure("aé字😀", unit))).toEqual([5, 10, 4]);
  });

  it("reaches as far as fits and not into a character", () => {
    expect(units.map((unit) => reach("a😀b", 0, 2, unit))).toEqual([1, 1, 3]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(50), fc.constantFrom(...units), (whole, most, unit) => {
        const end = reach(whole, 0, most, unit);
        expect(measure(whole.slice(0, end), unit)).toBeLessThanOrEqual(most);
        const next = end + ((whole.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
        expect(end === whole.length || measure(whole.slice(0, next), unit) > most).toBe(true);
      }),
    );
  });
});
