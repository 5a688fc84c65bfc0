import { describe, expect, it } from "vitest";
import type { NativeCommand } from "#domain/channel";
import { lineWords } from "#lib/text/line-words";
import { lineOf, listCommands } from "./native-commands.ts";

const about = (en: string) => ({ en, "zh-CN": `${en}。` });
const commands: readonly NativeCommand[] = [
  {
    name: "new",
    summary: "Make a session",
    args: {
      positionals: [
        { name: "name", summary: about("Its name") },
        { name: "cli", summary: about("Its program"), optional: true },
      ],
      flags: {
        dir: { kind: "text", placeholder: "PATH", required: true, summary: about("Where") },
        quiet: { kind: "switch", summary: about("Say nothing") },
        kind: { kind: "choice", choices: ["a", "b"], summary: about("Which") },
        count: { kind: "number", min: 1, max: 9, summary: about("How many") },
      },
    },
  },
  { name: "exec", summary: "x".repeat(200), args: { positionals: [{ name: "command", summary: about("The line"), rest: true }] } },
];
const listed = listCommands(commands, "zh-CN");
const line = (name: string, given: Readonly<Record<string, string | number | boolean>>) =>
  lineOf(
    name,
    Object.entries(given).map(([option, value]) => ({ name: option, value })),
    listed,
  );

describe("commands in Discord's list", () => {
  it("say what they take, what must be given first, in the hub's language and within Discord's limits", () => {
    expect(listed[0]?.options).toEqual([
      { type: 3, name: "name", description: "Its name。", required: true },
      { type: 3, name: "dir", description: "Where。", required: true },
      { type: 3, name: "cli", description: "Its program。", required: false },
      { type: 5, name: "quiet", description: "Say nothing。", required: false },
      { type: 3, name: "kind", description: "Which。", required: false, choices: ["a", "b"].map((value) => ({ name: value, value })) },
      { type: 4, name: "count", description: "How many。", required: false, min_value: 1, max_value: 9 },
    ]);
    expect(listed[1]?.description).toHaveLength(100);
  });

  it("become the line that one could have typed, with each value as one word", () => {
    expect(line("new", { name: "work", dir: "/srv/app", quiet: true, count: 3 })).toBe("new work --dir /srv/app --quiet --count 3");
    expect(line("new", { name: "work", quiet: false, cli: "codex" })).toBe("new work codex");
    expect(line("exec", { command: "irc send --text hello" })).toBe("exec irc send --text hello");
    expect(line("unknown", { x: "y" })).toBe("unknown");
  });

  it.each(["two words", 'say "hi"', "back\\slash", "; rm -rf /", "$(x)", "a\nb", "--confirm me", "中文 名"])("cannot break out of its word: %j", (value) => {
    const { words, fault } = lineWords(line("new", { name: value, dir: value }));
    expect(fault).toBeUndefined();
    expect(words.map(({ text }) => text)).toEqual(["new", value.replace("\n", " "), "--dir", value.replace("\n", " ")]);
  });
});
