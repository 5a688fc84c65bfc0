import { execFileSync } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const yaml = `${people}
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
`;

it("pipes in place of files that the hub reads hold up neither start, talk nor stop", async () => {
  await using parley = await Parley.start({ yaml, files: { "work.script": 'otherwise\n  say "did {prompt}"\n' } });
  await parley.down();
  const agents = join(parley.home, "config", "available-agents.json");
  const script = join(parley.home, "work.script");
  const secrets = join(parley.home, ".agents", "skills", "irc-cli", "secrets");
  await mkdir(join(parley.home, "config"), { mode: 0o755 });
  await mkdir(secrets, { recursive: true });
  await rm(script);
  for (const path of [agents, script, join(secrets, ".env"), join(parley.home, "hub.pid")]) execFileSync("mkfifo", ["-m", "600", path]);

  await parley.up();
  const bo = talk(parley, "bo");
  bo.say("hello");
  expect((await bo.hears("work failed: ")).text).toContain("work.script");
  const { body } = await parley.api("GET", "/api/status");
  expect(JSON.stringify(body)).toContain("available-agents.json was not read");
  expect((await parley.api("POST", "/api/exec", { command: "irc status" })).body).toMatchObject({ error_code: "BadConfig" });
  await parley.restart();
  expect((await parley.api("GET", "/health", undefined, null)).status).toBe(200);
});
