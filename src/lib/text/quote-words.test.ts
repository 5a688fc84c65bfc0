import fc from "fast-check";
import { expect, it } from "vitest";
import { quoteWords } from "./quote-words.ts";
import { lineWords } from "./line-words.ts";

it("gives back every word that a line can hold", () => {
  const word = fc.string({ unit: "grapheme" }).filter((text) => !/[\u0000-\u0008\u000a-\u001f\u0085\u2028\u2029]/.test(text));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      expect(lineWords(quoteWords(words)).words.map(({ text }) => text)).toEqual(words);
    }),
  );
});
