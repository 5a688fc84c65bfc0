import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { openDoor } from "#test/fakes/door/open-door";
import { rawIrcServer } from "#test/fakes/irc/raw-server";
import { verifies } from "#test/verifies";

/** A line for every command that does not declare `network`: each really runs, most to their end. */
const lines: Readonly<Record<string, string>> = {
  hello: "hello",
  help: "help",
  "skill list": "skill list",
  "skill show": "skill show hello-world",
  "doc info": "doc info --in notes.txt",
  "doc extract": "doc extract --in notes.txt",
  "doc ocr": "doc ocr --in notes.txt",
  "table to-csv": "table to-csv --in notes.txt",
  "irc pull": "irc pull",
  "irc history": "irc history",
  "irc disconnect": "irc disconnect",
};

verifies(
  ["TE-SAFE-1", "TE-TOOL-6"],
  "of all commands only those that declare network open a connection, and those are irc's; each returns a result",
  async () => {
    await using server = await rawIrcServer();
    await using door = await openDoor();
    const secrets = join(door.workspace, ".agents/skills/irc-cli/secrets");
    await mkdir(secrets, { recursive: true });
    await writeFile(join(secrets, ".env"), `IRC_SERVER=127.0.0.1\nIRC_PORT=${server.port}\nIRC_TLS=0\nIRC_CHANNEL=#x\nIRC_NICK=bot\n`, { mode: 0o600 });
    await writeFile(join(door.workspace, "notes.txt"), "http://127.0.0.1/ is only text\n");
    const by = { kind: "operator" } as const;
    // What Node itself reports of every connection that this process opens.
    const opened: unknown[] = [];
    const count = (socket: unknown): void => void opened.push(socket);
    subscribe("net.client.socket", count);
    try {
      const commands = door.hub.terminal.commands("terminal");
      const silent = commands.filter(({ needs }) => !needs.includes("network")).map(({ name }) => name);
      expect(silent.toSorted()).toEqual(Object.keys(lines).toSorted());
      for (const line of Object.values(lines)) {
        const run = await door.hub.terminal.exec({ by, surface: "api", line });
        expect(run.exitCode).toBeTypeOf("number");
        expect(run.result).toBeTypeOf("object");
      }
      expect([opened.length, server.accepted]).toEqual([0, 0]);

      expect(commands.filter(({ needs }) => needs.includes("network")).every(({ name }) => name.startsWith("irc "))).toBe(true);
      const stop = new AbortController();
      const connecting = door.hub.terminal.exec({ by, surface: "api", line: "irc connect", signal: stop.signal });
      await server.next();
      stop.abort();
      expect((await connecting).result).toBeTypeOf("object");
      expect([opened.length, server.accepted]).toEqual([1, 1]);
    } finally {
      unsubscribe("net.client.socket", count);
    }
  },
);
