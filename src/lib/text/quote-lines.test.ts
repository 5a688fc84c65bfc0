import { expect, it } from "vitest";
import { indentRest, quoteLines } from "./quote-lines.ts";

const ends = ["\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029"];

it.each(ends)("leaves no line that begins as the text wants it, whatever ends it (%j)", (end) => {
  expect(indentRest(`a${end}[seq=2] b`)).toBe("a\n    [seq=2] b");
  expect(quoteLines(`a${end}${end}## 2. b`)).toBe("> a\n>\n> ## 2. b");
});
