import { describe, expect, it } from "vitest";
import { lookAlikeKeys, mixesAlphabets } from "./look-alike.ts";

const isSame = (one: string, other: string): boolean => lookAlikeKeys(one).some((key) => lookAlikeKeys(other).includes(key));

describe("two names are taken for one", () => {
  it("when they differ in nothing that is seen", () => {
    for (const name of ["ola ", "O\u200bla", "Ola\u3164", "Ola\u2800", "Ola\u115f\u1160", "O\u034fla", "\u202dOla", "Ｏｌａ", "𝐎𝐥𝐚", "O\u00adla"])
      expect([name, isSame("Ola", name)]).toEqual([name, true]);
  });

  it("when letters of other alphabets are drawn alike, whole or in part, and in small letters too", () => {
    for (const [one, other] of [
      ["Ola", "Оlа"],
      ["Ola", "OIa"],
      ["Ola", "Οla"],
      ["MAX", "МАХ"],
      ["BEA", "ΒΕΑ"],
      ["parley", "раrlеу"],
      ["Bob 10", "Bob lO"],
      ["ΝΙΚΗ", "νικη"],
    ] as const)
      expect([other, isSame(one, other)]).toEqual([other, true]);
  });

  it("unless they look apart", () => {
    const names = ["Ola", "Ole", "Олa", "Ola 2", "Olá", "小明", "小月", "Zoe", "Zoë"];
    for (const one of names) expect(names.filter((other) => isSame(one, other))).toEqual([one]);
  });
});

it("a word of two alphabets is seen as such, and words beside each other or with Han are not", () => {
  for (const name of ["Оla", "Cursоr (gpt)", "\u200bGPT-4ο x pαge"]) expect([name, mixesAlphabets(name)]).toEqual([name, true]);
  for (const name of ["Ola", "Оля (gpt)", "Claude 模型", "DeepSeek模型", "Zoë", "λ-calculus", "Ольга O"])
    expect([name, mixesAlphabets(name)]).toEqual([name, false]);
});
