import { expect, it } from "vitest";
import type { Command } from "#domain/command";
import { callWords } from "./call-words.ts";

const summary = { en: "", "zh-CN": "" };
const show: Pick<Command, "name" | "args"> = {
  name: "skill show",
  args: { positionals: [{ name: "name", summary }], flags: { tag: { kind: "text", placeholder: "T", summary }, quiet: { kind: "switch", summary } } },
};

it("puts positionals in their place and gives every value as one word, whatever is in it", () => {
  const args = { quiet: true, tag: ["a b", '"; rm'], loud: false, missing: null, name: "irc\n| cli" };
  expect(callWords(show as Command, "skill show", args)).toEqual(["skill", "show", "--quiet", "--tag", "a b", "--tag", '"; rm', "irc\n| cli"]);
});

it("makes flags of what nobody knows, for the command to refuse", () => {
  expect(callWords(undefined, "no such", { a: 1, b: { c: 2 } })).toEqual(["no", "such", "--a", "1", "--b", '{"c":2}']);
});
