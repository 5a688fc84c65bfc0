import { describe, expect, it } from "vitest";
import { usualKinds, type RouteRule } from "#domain/routing";
import { verifies } from "#test/verifies";
import { findKeyword, foldText, readKeyword } from "./find-keyword.ts";
import { createMatchRules, type RoutedWords } from "./match-rules.ts";
import { startsWithName } from "./starts-with-name.ts";

const has = (text: string, ...keywords: readonly string[]): string | undefined => findKeyword(foldText(text), keywords.map(readKeyword));

describe("keywords", () => {
  it.each([
    ["Please REVIEW this.", "review"],
    ["ｒｅｖｉｅｗ it", "review"],
    ["reviewing it", "review*"],
    ["a pull request again", "pull request*"],
    ["C++ or Rust", "c++"],
    ["请帮我评审一下这个改动", "评审"],
    ["用pdf看", "pdf"],
    ["Что это?", "?"],
    ["see #ops", "#ops"],
  ])("%j has %j", (text, keyword) => {
    expect(has(text, keyword)).toBe(keyword);
  });

  it.each([
    ["a preview of reviews", "review"],
    ["cats and dogs", "cat"],
    ["nothing", ""],
    ["aaaa", "(a+)+$"],
    ["anything", ".*"],
    ["review", "rev.ew"],
  ])("%j does not have %j", (text, keyword) => {
    expect(has(text, keyword)).toBeUndefined();
  });

  it("are looked for in the beginning of a text, however long it is", () => {
    expect(has(`${"x ".repeat(5_000)}review`, "review")).toBeUndefined();
    expect(has(`review ${"x ".repeat(500_000)}`, "review")).toBe("review");
    expect(foldText("ﷺ".repeat(100_000)).length).toBeLessThanOrEqual(4_000);
  });
});

describe("a name in front", () => {
  it.each([
    ["@coder fix it", ["coder"]],
    ["  @coder, fix it", ["coder,", "coder"]],
    ["@代码：修复", ["代码：修复"]],
    ["@coder", ["coder"]],
    ["ask @coder", []],
    ["@@coder hi", []],
    [`@${"x".repeat(500)} hi`, []],
    ["", []],
  ])("%j names %j", (text, names) => {
    expect(startsWithName(text)).toEqual(names);
  });
});

describe("rules", () => {
  const holding = (rules: readonly Omit<RouteRule, "name">[], words: Partial<RoutedWords>): readonly (string | undefined)[][] =>
    createMatchRules({ rules: rules.map((rule, index) => ({ name: `${index}`, ...rule })), kinds: usualKinds })({ text: "", files: [], ...words })
      .filter(({ holds }) => holds)
      .map(({ rule, conditions }) => [rule.name, ...conditions.map(({ met }) => met)]);
  const to = { session: "s" };

  verifies("C-14.2-4", "hold by the chat, by a keyword, or by the kind of work", () => {
    const rules = [{ addresses: ["telegram:-1"], to }, { keywords: ["deploy"], to }, { kinds: ["review", "document"], to }, { to }];
    expect(holding(rules, { text: "hello" })).toEqual([["3"]]);
    expect(holding(rules, { text: "deploy it", address: { channel: "telegram", room: "-1" } })).toEqual([["0", "telegram:-1"], ["1", "deploy"], ["3"]]);
    expect(holding(rules, { text: "a code review" })).toEqual([["2", "review (review*)"], ["3"]]);
    expect(holding(rules, { text: "see this", files: ["Q3 Report.PDF"] })).toEqual([["2", "document (pdf)"], ["3"]]);
  });

  it("recognize a file that the words name as one that came along", () => {
    const rules = [{ kinds: ["document"], to }];
    expect(holding(rules, { text: "look at `uploads/Q3.xlsx`." })).toEqual([["0", "document (xlsx)"]]);
    expect(holding(rules, { text: "look at it.x" })).toEqual([]);
  });

  it("want every condition that they have, each by one of its items", () => {
    const rules = [{ addresses: ["irc", "telegram:-1/7"], keywords: ["a", "b"], to }];
    expect(holding(rules, { text: "b", address: { channel: "irc", room: "#ops" } })).toEqual([["0", "irc", "b"]]);
    expect(holding(rules, { text: "b", address: { channel: "telegram", room: "-1", topic: "7" } })).toEqual([["0", "telegram:-1/7", "b"]]);
    expect(holding(rules, { text: "b", address: { channel: "telegram", room: "-1" } })).toEqual([]);
    expect(holding(rules, { text: "c", address: { channel: "irc", room: "#ops" } })).toEqual([]);
    expect(holding(rules, { text: "b" })).toEqual([]);
  });

  it("hold for a mention of the agent that they invite, and for no longer name", () => {
    const rules = [{ mention: true as const, to: { invite: "claude" } }];
    expect(holding(rules, { text: "what does @Claude say?" })).toEqual([["0", "claude"]]);
    expect(holding(rules, { text: "请@claude看看" })).toEqual([["0", "claude"]]);
    expect(holding(rules, { text: "ask @claude." })).toEqual([["0", "claude"]]);
    expect(holding(rules, { text: "claude, @claudette, @claude-2, @claude.exe and me@claude" })).toEqual([]);
  });

  it("read the kinds of work in English and Chinese", () => {
    const kindOf = (text: string): readonly string[] => Object.keys(usualKinds).filter((kind) => holding([{ kinds: [kind], to }], { text }).length > 0);
    expect(kindOf("fix the bug in the parser")).toEqual(["code"]);
    expect(kindOf("帮我修复这个报错")).toEqual(["code"]);
    expect(kindOf("请翻译这份文档")).toEqual(["document"]);
    expect(kindOf("为什么会这样？")).toEqual(["question"]);
    expect(kindOf("good morning")).toEqual([]);
  });
});
