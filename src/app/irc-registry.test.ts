import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { systemClock } from "#lib/time/clock";
import { citedIn } from "#test/citations";
import { verifies } from "#test/verifies";
import { openIrc } from "#wire/irc/open-irc";
import { terminalCommands } from "./commands.ts";

const root = join(import.meta.dirname, "../..");

describe("the command irc", () => {
  verifies("REQ-0028-030", "lives in a folder of its own; the registry names it in one line and does nothing for it", () => {
    expect(readdirSync(join(root, "src/commands/irc"))).toContain("index.ts");
    const registry = readFileSync(join(root, "src/app/commands.ts"), "utf8");
    const about = registry.split("\n").filter((line) => /irc/i.test(line) && !line.startsWith("import ") && !/^\s*\/?\*/.test(line));
    expect(about.filter((line) => line.includes("ircCommands("))).toHaveLength(1);
    expect(about.length).toBeLessThanOrEqual(3);
  });

  verifies("IRC-OUT-1", "has six verbs, of which those that reach a server say so", () => {
    const commands = terminalCommands({ clock: systemClock, openIrc }).list();
    const needs = commands
      .filter(({ name }) => name.startsWith("irc "))
      .map(({ name, needs: all, secretsOf }) => [name, all.includes("network"), secretsOf ?? ""]);
    expect(new Map(needs.map(([name, ...rest]) => [name, rest]))).toEqual(
      new Map([
        ["irc status", [true, "irc-cli"]],
        ["irc send", [true, "irc-cli"]],
        ["irc connect", [true, "irc-cli"]],
        ["irc pull", [false, "irc-cli"]],
        ["irc history", [false, "irc-cli"]],
        ["irc disconnect", [false, ""]],
      ]),
    );
    expect(commands.filter(({ name, needs: all }) => all.includes("network") && !name.startsWith("irc "))).toEqual([]);
    expect(commands.filter(({ name, audit }) => name === "irc send" && audit.includes("text"))).toEqual([]);
  });

  verifies("IRC-ACC-1", "is tested for missing settings, a long nick, the gate, reuse, reading once, cutting, and forwarding that is off", () => {
    const cited = citedIn(root);
    for (const id of ["IRC-ENV-8", "REQ-0028-021", "REQ-0028-022", "REQ-0028-010", "REQ-0028-003", "REQ-0028-023", "REQ-0028-024"])
      expect([id, cited.get(id)?.some((file) => file.includes("irc"))]).toEqual([id, true]);
  });
});
