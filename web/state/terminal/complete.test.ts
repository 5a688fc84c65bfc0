import { describe, expect, it } from "vitest";
import { pageCommands } from "#test/fakes/page-runs";
import { complete } from "./complete.ts";

const lines = (line: string): readonly string[] => complete(line, pageCommands).map((one) => one.line);

describe("completing a command line", () => {
  it("offers the names that fit, of one word or two, and nothing for an empty line", () => {
    expect(lines("")).toEqual([]);
    expect(lines("he")).toEqual(["help", "hello"]);
    expect(lines("irc s")).toEqual(["irc status ", "irc send "]);
    expect(lines("IRC P")).toEqual(["irc pull "]);
    expect(lines("xyz")).toEqual([]);
  });

  it("offers nothing for what stands there already", () => {
    expect(lines("hello")).toEqual([]);
    expect(lines("hello ")).toEqual([]);
  });

  it("offers the flags that the usage names and the line does not have yet", () => {
    expect(lines("irc send --t")).toEqual(["irc send --to ", "irc send --text ", "irc send --text-stdin "]);
    expect(lines("irc send --confirm --t")).toContain("irc send --confirm --to ");
    expect(lines("irc send --confirm ")).not.toContain("irc send --confirm --confirm ");
  });

  it("offers the values of a flag that has some to choose from, and none where anything goes", () => {
    expect(lines("irc pull --format ")).toEqual(["irc pull --format summary ", "irc pull --format full "]);
    expect(lines("doc extract a.pdf --format t")).toEqual(["doc extract a.pdf --format txt "]);
    expect(lines("irc send --to ")).toEqual([]);
  });

  it("leaves what stands in quotes alone", () => {
    expect(lines('irc send --text "what about --t')).toEqual([]);
    expect(lines('irc send --text "say \\"hi\\" now" --c')).toEqual(['irc send --text "say \\"hi\\" now" --confirm ']);
  });
});
