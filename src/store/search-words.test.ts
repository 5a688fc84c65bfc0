import { describe, expect, it } from "vitest";
import { indexText, phrasesOf, wordsOf } from "./search-words.ts";

describe("the words of a text", () => {
  it.each([
    ["Hello, World", "hello world"],
    ["École ECOLE Ｅcole", "ecole ecole ecole"],
    ["don't foo_bar src/store.ts", "don t foo bar src store ts"],
    ["明天部署v2版本", "明 天 部 署 v2 版 本"],
    ["サーバー 서버가", "サ ー バ ー 서 버 가"],
    ["が".normalize("NFD"), "が"],
    ["ล่มแล้ว", "ล่ ม แ ล้ ว"],
    ["ﬁn ½ ⑴", "fin 12 1"],
    ["हिन्दी में", "हिन्दी में"],
    ["、。!?🙂 — \u0000", ""],
  ])("of %j are %j", (text, expected) => {
    expect(indexText(text)).toBe(expected);
  });

  it("stand where they are in the text", () => {
    const text = "Ein Ölfass, 部署";
    expect(Array.from(wordsOf(text), ({ start, end }) => text.slice(start, end))).toEqual(["Ein", "Ölfass", "部", "署"]);
  });

  it("are cut when they are very long, alike in a text and in a query", () => {
    const long = "x".repeat(100_000);
    expect(phrasesOf(long)).toEqual([[indexText(long)]]);
    expect(indexText(long).length).toBeLessThan(100);
  });
});

describe("a query", () => {
  it("is what stands between spaces, each in a row; what has no word is left out", () => {
    expect(phrasesOf('  "foo-bar"  OR 部署 * ')).toEqual([["foo", "bar"], ["or"], ["部", "署"]]);
    expect(phrasesOf("* ! 🙂")).toEqual([]);
  });

  it("is bounded", () => {
    expect(phrasesOf("word ".repeat(10_000)).length).toBeLessThan(50);
    expect(phrasesOf("部".repeat(10_000))[0]?.length).toBeLessThan(100);
  });
});
