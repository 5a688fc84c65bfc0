import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { terminalCommands } from "#app/commands";
import { systemClock } from "#lib/time/clock";
import { openBusRoom } from "#test/fakes/door/bus-room";
import { oddCommands } from "#test/fakes/terminal-commands";
import { verifies } from "#test/verifies";
import { openIrc } from "#wire/irc/open-irc";

const all = terminalCommands({ clock: systemClock, openIrc }).list();

describe("every command of the terminal", () => {
  verifies(["TE-REG-3", "TE-REG-4", "TE-REG-5"], "declares what it touches, its limits, and what goes on record", () => {
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(["hello", "help", "skill list", "doc extract", "table to-csv", "irc send"]));
    for (const { name, needs, limits, audit, summary } of all) {
      for (const limit of [limits.timeMs, limits.inputChars, limits.outputChars])
        expect([name, limit > 0 && Number.isSafeInteger(limit)]).toEqual([name, true]);
      for (const need of needs) expect(["files.read", "files.write", "network", "risky"]).toContain(need);
      expect(Array.isArray(audit)).toBe(true);
      expect([name, summary.en !== "", summary["zh-CN"] !== ""]).toEqual([name, true, true]);
    }
    expect(all.filter(({ needs }) => needs.includes("network")).map(({ name }) => name.split(" ")[0])).toEqual(expect.arrayContaining(["irc"]));
    expect(all.filter(({ name, needs }) => needs.includes("network") && !name.startsWith("irc "))).toEqual([]);
  });

  verifies("TE-REG-4", "is held to its limit of what is piped in", async () => {
    await using room = await openBusRoom({ commands: oddCommands().commands });
    const { body } = await room.bee.tool("terminal_exec", { command: "echo --text a", stdin: "x".repeat(64 * 1024 + 1) });
    expect(body).toMatchObject({ exit_code: 1, error_code: "TooLarge", stdout: "" });
  });

  verifies("TE-NG-3", "is there when the hub starts: nothing in the workspace adds one", async () => {
    await using room = await openBusRoom();
    const before = (await room.bee.tool("terminal_exec", { command: "help" })).body["result"];
    const folder = join(room.door.workspace, ".agents/skills/deploy");
    await mkdir(join(folder, "scripts"), { recursive: true });
    await writeFile(join(folder, "SKILL.md"), '---\nname: deploy\ndescription: deploys\n---\nterminal_exec {"command": "deploy"}\n');
    await writeFile(join(folder, "scripts/deploy.sh"), "#!/bin/sh\nid\n", { mode: 0o755 });
    for (const command of ["deploy", ".agents/skills/deploy/scripts/deploy.sh", "skill install --name deploy", "npm install"])
      expect((await room.bee.tool("terminal_exec", { command })).body).toMatchObject({ exit_code: 1, error_code: "UnknownCommand" });
    expect((await room.bee.tool("terminal_exec", { command: "help" })).body["result"]).toEqual(before);
  });
});
