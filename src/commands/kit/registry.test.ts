import { describe, expect, it } from "vitest";
import { createRegistry, helpLines } from "#commands/kit/registry";
import type { Command } from "#domain/command";

const command = (name: string, usage = name): Command => ({
  name,
  usage,
  summary: { en: `does ${name}`, "zh-CN": `做 ${name}` },
  right: "run.plain",
  needs: [],
  limits: { timeMs: 1_000, inputChars: 100, outputChars: 1_000 },
  audit: [],
  parse: () => undefined,
  run: async () => ({ exitCode: 0, text: "", result: {} }),
});

describe("the registry", () => {
  const registry = createRegistry([command("use", "use <session>"), command("status"), command("stop")]);

  it("finds a command by its name, whatever its case", () => {
    expect(registry.find("status")?.name).toBe("status");
    expect(registry.find("Status")?.name).toBe("status");
    expect(registry.find("statu")).toBeUndefined();
    expect(registry.find("constructor")).toBeUndefined();
  });

  it("tells the nearest command for a slip", () => {
    expect(registry.nearest("statsu")).toBe("status");
    expect(registry.nearest("deploy")).toBeUndefined();
  });

  it("lists commands in the order they were given", () => {
    expect(registry.list().map(({ name }) => name)).toEqual(["use", "status", "stop"]);
  });

  it("refuses two commands of one name, and a name that nobody can type", () => {
    expect(() => createRegistry([command("use"), command("use")])).toThrow('Two commands are called "use"');
    expect(() => createRegistry([command("Use")])).toThrow("lower-case");
    expect(() => createRegistry([command("two words")])).toThrow("lower-case");
  });

  it("makes a help line a command, with the prefix in force", () => {
    expect(helpLines(registry.list(), { language: "en", prefix: "##" })[0]).toBe("- `##use <session>` - does use");
    expect(helpLines(registry.list(), { language: "zh-CN", prefix: "##" })[0]).toBe("- `##use <session>` - 做 use");
  });
});
