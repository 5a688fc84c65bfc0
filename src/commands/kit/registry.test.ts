import { describe, expect, it } from "vitest";
import { createRegistry, helpLines } from "#commands/kit/registry";
import type { Command } from "#domain/command";
import { verifies } from "#test/verifies";

const command = (name: string, args: Command["args"] = {}): Command => ({
  name,
  args,
  summary: { en: `does ${name}`, "zh-CN": `做 ${name}` },
  right: "run.plain",
  needs: [],
  limits: { timeMs: 1_000, inputChars: 100, outputChars: 1_000 },
  audit: [],
  parse: () => undefined,
  run: async () => ({ exitCode: 0, text: "", result: {} }),
});

describe("the registry", () => {
  const registry = createRegistry([
    command("use", { positionals: [{ name: "session", summary: { en: "its name", "zh-CN": "名称" } }] }),
    command("status"),
    command("stop"),
  ]);

  it("finds a command by its name, whatever its case", () => {
    expect(registry.find(["status"])?.command.name).toBe("status");
    expect(registry.find(["Status", "now"])).toMatchObject({ command: { name: "status" }, argv: ["now"] });
    expect(registry.find(["statu"])).toBeUndefined();
    expect(registry.find(["constructor"])).toBeUndefined();
    expect(registry.find([])).toBeUndefined();
  });

  it("tells the nearest command for a slip", () => {
    expect(registry.unknown(["statsu"], { language: "en", prefix: "!!" })).toMatchObject({ code: "UnknownCommand", data: { nearest: "status" } });
    expect(registry.unknown(["deploy"], { language: "en", prefix: "!!" }).data?.["nearest"]).toBeUndefined();
  });

  it("lists commands in the order they were given", () => {
    expect(registry.list().map(({ name }) => name)).toEqual(["use", "status", "stop"]);
  });

  it("refuses two commands of one name, and a name that nobody can type", () => {
    expect(() => createRegistry([command("use"), command("use")])).toThrow('Two commands are called "use"');
    expect(() => createRegistry([command("Use")])).toThrow("lower-case");
    expect(() => createRegistry([command("three words here")])).toThrow("lower-case");
    expect(() => createRegistry([command("irc"), command("irc send")])).toThrow('"irc" is a command and the first word of "irc send"');
  });

  describe("of the terminal", () => {
    const terminal = createRegistry([command("hello"), command("irc send"), command("irc pull")], "terminal");
    const dataOf = (...words: string[]): unknown => terminal.unknown(words, { language: "en", prefix: "" }).data;

    it("finds a command of two words, and leaves it the rest", () => {
      expect(terminal.find(["irc", "Send", "--text", "hi"])).toMatchObject({ command: { name: "irc send" }, argv: ["--text", "hi"] });
      expect(terminal.find(["irc"])).toBeUndefined();
    });

    it("lists the subcommands where one is missing or unknown", () => {
      expect(dataOf("irc")).toEqual({ problem: "subMissing", name: "irc", known: "send, pull" });
      expect(dataOf("irc", "kick")).toEqual({ problem: "unknownSub", name: "irc", sub: "kick", known: "send, pull" });
    });

    verifies("TE-FILE-1", "points anyone who types a shell command to the file tools", () => {
      for (const word of ["ls", "cat", "grep", "cd", "pwd"]) {
        expect(terminal.find([word])).toBeUndefined();
        expect(terminal.unknown([word], { language: "en", prefix: "" })).toMatchObject({ code: "UnknownCommand" });
        expect(dataOf(word)).toEqual({ problem: "unknownFileCommand", name: word });
      }
    });
  });

  it("makes a help line a command, with the prefix in force", () => {
    expect(helpLines(registry.list(), { language: "en", prefix: "##" })[0]).toBe("- `##use <session>` - does use");
    expect(helpLines(registry.list(), { language: "zh-CN", prefix: "##" })[0]).toBe("- `##use <session>` - 做 use");
  });
});
