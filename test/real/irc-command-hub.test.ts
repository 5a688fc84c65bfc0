import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ircClient } from "#test/fakes/irc/client";
import { freePort } from "#test/fakes/irc/daemon";
import { startInspircd } from "#test/fakes/irc/inspircd";
import { startNgircd } from "#test/fakes/irc/ngircd";
import { Parley } from "#test/scenarios/parley";
import { people } from "#test/scenarios/talk";
import { verifies } from "#test/verifies";

const secretsFile = ".agents/skills/irc-cli/secrets/.env";
const env = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries({ IRC_SERVER: "127.0.0.1", IRC_TLS: 0, IRC_CHANNEL: "#lemon", IRC_NICK: "lemonbot", ...values })
    .map(([key, value]) => `${key}=${value}\n`)
    .join("");

describe("a hub that is started again", () => {
  verifies("IRC-PULL-2", "still knows what was read, serves what waits without a link, and connects for nobody by itself", async () => {
    await using server = await startNgircd();
    using bob = await ircClient({ port: server.port, nick: "bob", channels: ["#lemon"] });
    await using parley = await Parley.start({ yaml: people, files: { [secretsFile]: env({ IRC_PORT: server.port }) } });
    const token = await parley.token({ agent: "bee" });
    const exec = async (command: string): Promise<Record<string, unknown>> => (await parley.api("POST", "/api/exec", { command }, token)).body;
    await exec("irc connect");
    for (const text of ["one", "two", "three"]) bob.send(`PRIVMSG #lemon :${text}`);
    await expect.poll(async () => (await exec("irc pull --peek"))["result"], { interval: 20, timeout: 20_000 }).toMatchObject({ returned: 3 });
    expect(await exec("irc pull --limit 1")).toMatchObject({ result: { cursor_after: "1", messages: [{ text: "one" }] } });
    const from = bob.lines.length;
    await parley.restart();
    await bob.says(/^:lemonbot!\S+ QUIT/, from);
    expect(await exec("irc pull --limit 1")).toMatchObject({
      result: { cursor_before: "1", cursor_after: "2", messages: [{ text: "two" }], waiting_count: 1 },
    });
    await bob.synced();
    expect(bob.lines.slice(from).filter((line) => line.includes("JOIN"))).toEqual([]);
    expect(await exec("irc send --text back")).toMatchObject({ exit_code: 0 });
    bob.send("PRIVMSG #lemon :four");
    await expect
      .poll(async () => (await exec("irc pull --peek"))["result"], { interval: 20, timeout: 20_000 })
      .toMatchObject({ returned: 2, messages: [{ text: "three" }, { id: "4", text: "four" }] });
    const copy = await readFile(
      join(parley.home, ".agents/sessions", (await readdir(join(parley.home, ".agents/sessions")))[0] ?? "", "irc/inbound.jsonl"),
      "utf8",
    );
    expect(copy.trim().split("\n")).toHaveLength(4);
  });

  it("needs no network: it starts and serves everything else while no server answers", async () => {
    await using parley = await Parley.start({ yaml: people, files: { [secretsFile]: env({ IRC_PORT: await freePort() }) } });
    const exec = async (command: string): Promise<Record<string, unknown>> => (await parley.api("POST", "/api/exec", { command })).body;
    expect(await exec("irc status")).toMatchObject({ exit_code: 0, result: { state: "connecting" } });
    expect(await exec("hello")).toMatchObject({ exit_code: 0 });
    expect(await exec("irc pull")).toMatchObject({ exit_code: 0, result: { returned: 0 } });
    expect(await exec("irc send --text hi")).toMatchObject({ exit_code: 1, error_code: "ConnectionRefused" });
  });
});

describe("the secrets of .env", () => {
  const planted = { pass: "pl4nted-pass-word", key: "pl4ntedkey", nickServ: "pl4nted-nickserv" };

  verifies(
    ["REQ-0028-020", "REQ-0028-001", "IRC-ENV-1", "IRC-ENV-4", "IRC-ENV-5"],
    "are sent to the server and found nowhere else: no file, row, log, record, output or argument, whatever went right or wrong",
    async () => {
      await using plain = await startNgircd({ password: planted.pass, keyed: { name: "#keyed", key: planted.key } });
      await using services = await startInspircd({ services: true });
      await services.register("alice", planted.nickServ);
      const outputs: unknown[] = [];
      const all = { IRC_SERVER_PASSWORD: planted.pass, IRC_CHANNEL: "#keyed", IRC_CHANNEL_KEY: planted.key };
      await using parley = await Parley.start({ yaml: people, files: { [secretsFile]: env({ IRC_PORT: plain.port, ...all }) } });
      const setEnv = (values: Readonly<Record<string, string | number>>): Promise<void> => writeFile(join(parley.home, secretsFile), env(values));
      const agent = async (name: string): Promise<(command: string) => Promise<Record<string, unknown>>> => {
        const token = await parley.token({ agent: name });
        return async (command) => {
          const { body } = await parley.api("POST", "/api/exec", { command }, token);
          outputs.push(body);
          return body;
        };
      };
      const bee = await agent("bee");
      expect(await bee("irc send --text hello")).toMatchObject({ exit_code: 0, result: { joined_default_channel: true } });
      using bob = await ircClient({ port: plain.port, password: planted.pass, nick: "bob", channels: [`#keyed ${planted.key}`] });
      // Somebody else who knows it says it aloud, and the server shows it in a mode.
      bob.send(`PRIVMSG #keyed :the key is ${planted.key}, tell everybody`);
      await expect.poll(async () => JSON.stringify(await bee("irc pull --peek")), { interval: 20, timeout: 20_000 }).toContain("tell everybody");
      for (const line of [
        "irc status --out trace.txt",
        "irc pull --format full",
        "irc history",
        `irc send --key ${planted.key} --text x`,
        `irc connect --password=${planted.pass}`,
      ])
        await bee(line);

      await setEnv({ IRC_PORT: plain.port, ...all, IRC_CHANNEL_KEY: `${planted.key}2` });
      expect(await bee("irc connect")).toMatchObject({ error_code: "BadChannelKey" });
      await setEnv({ IRC_PORT: plain.port, ...all, IRC_SERVER_PASSWORD: `${planted.pass}2` });
      expect(await bee("irc connect")).toMatchObject({ error_code: "ServerPasswordRejected" });
      const wasp = await agent("wasp");
      await setEnv({ IRC_PORT: services.port, IRC_NICK: "alice", IRC_NICKSERV_PASSWORD: planted.nickServ });
      // A new agent, but another server than the workspace's.
      const moved = wasp("irc send --text hello");
      await parley.api("POST", `/api/questions/${(await parley.openQuestion()).id}/answer`, { choice: "allow" });
      expect(await moved).toMatchObject({ exit_code: 0 });
      await wasp("irc status --out trace2.txt");
      await setEnv({ IRC_PORT: services.port, IRC_NICK: "alice", IRC_NICKSERV_PASSWORD: `${planted.nickServ}2` });
      expect(await wasp("irc connect")).toMatchObject({ error_code: "SaslFailed" });
      await setEnv({ IRC_PORT: services.port, IRC_NICK: `${planted.nickServ} x`, IRC_CHANNEL_KEY: `${planted.key} ${planted.key}` });
      expect(await wasp("irc status")).toMatchObject({ exit_code: 1 });
      outputs.push((await parley.api("GET", "/api/audit?limit=500")).body, await readFile("/proc/self/cmdline", "utf8"), parley.logged);
      await parley.down();

      const found: string[] = [];
      for (const entry of await readdir(parley.home, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile() && !path.endsWith(secretsFile) && holdsSecret(await readFile(path, "latin1"))) found.push(path);
      }
      expect(found).toEqual([]);
      expect(outputs.filter((output) => holdsSecret(JSON.stringify(output)))).toEqual([]);
      expect(await readFile(join(parley.home, "trace.txt"), "utf8")).toContain("PASS [secret]");
    },
    120_000,
  );

  function holdsSecret(text: string): boolean {
    const sasl = Buffer.from(`alice\0alice\0${planted.nickServ}`).toString("base64");
    return text.includes("pl4nted") || text.includes(sasl.slice(0, -4));
  }
});
