import { describe, expect, it } from "vitest";
import { pageChatCommands } from "#test/fakes/page-runs";
import { suggestCommands, suggestNames } from "./composer-suggestions.ts";

const commands = (text: string): readonly string[] => suggestCommands(text, "!!", pageChatCommands).map(({ line }) => line);
const names = (text: string): readonly string[] =>
  suggestNames(text, [
    { name: "gateway", says: "Session" },
    { name: "林薇", says: "Person" },
  ]).map(({ line }) => line);

describe("what the composer suggests", () => {
  it("are the commands behind the prefix, until one is written", () => {
    expect(commands("!!")).toEqual(["!!help", "!!status", "!!stop"]);
    expect(commands("!!st")).toEqual(["!!status", "!!stop"]);
    expect(commands("!!stop")).toEqual([]);
    expect(commands("!!stop now")).toEqual([]);
    expect(commands("say !!st")).toEqual([]);
  });

  it("are the names after an @ that begins a word", () => {
    expect(names("ask @gat")).toEqual(["ask @gateway "]);
    expect(names("@")).toEqual(["@gateway ", "@林薇 "]);
    expect(names("@林")).toEqual(["@林薇 "]);
    expect(names("me@gat")).toEqual([]);
    expect(names("@gateway hello")).toEqual([]);
  });
});
