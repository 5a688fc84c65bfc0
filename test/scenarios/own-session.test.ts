import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { procEntry } from "#wire/proc";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";

/** An agent that lives by itself: its session is a file of its own, and it goes on until it wants to end. */
const program = `
import { readFileSync, existsSync } from "node:fs";
const { URL_, TOKEN, FOLDER } = process.env;
const session = readFileSync(FOLDER + "/session", "utf8").trim();
await fetch(URL_ + "/api/agents/register", { method: "POST", headers: { authorization: "Bearer " + TOKEN }, body: JSON.stringify({ ide: "Own", model: "m1", resume_command: "touch " + FOLDER + "/resumed-" + session }) });
console.log("joined");
setInterval(() => { if (existsSync(FOLDER + "/end")) process.exit(7); }, 20);
`;

verifies(
  "AW-PRIN-1",
  "an agent's own session outlives everything that the hub does to the agent: it is neither stored, nor checked, nor ended there",
  async () => {
    await using parley = await Parley.start();
    const folder = await mkdtemp(join(tmpdir(), "parley-own-session-"));
    const session = "conversation-4711-of-my-own";
    await writeFile(join(folder, "session"), session);
    await writeFile(join(folder, "agent.mjs"), program);
    const ann = await parley.person("Ann", "owner");
    const TOKEN = await parley.token({ agent: "own" });
    const child = spawn(process.execPath, [join(folder, "agent.mjs")], {
      env: { URL_: parley.url, TOKEN, FOLDER: folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await once(child.stdout, "data");
      const pid = child.pid ?? 0;
      const agents = z.array(z.object({ id: z.string(), name: z.string() })).parse((await parley.api("GET", "/api/agents", undefined, ann)).body);
      const id = agents.find(({ name }) => name === "Own (m1)")?.id ?? "";

      expect((await parley.api("POST", `/api/agents/${id}/kick`, {}, ann)).body).toMatchObject({ ok: true });
      await parley.restart();
      await parley.token({ agent: "own" });
      await parley.down();
      await parley.up();
      expect(await procEntry(pid)).toBeDefined();
      expect(await readFile(join(folder, "session"), "utf8")).toBe(session);
      // Nothing of it ran, and none of the hub's files is named after it or holds what it holds.
      expect(globSync("resumed-*", { cwd: folder })).toEqual([]);
      expect(globSync(`**/*${session}*`, { cwd: parley.home })).toEqual([]);

      await writeFile(join(folder, "end"), "");
      const [code] = (await once(child, "exit")) as [number];
      expect(code).toBe(7);
    } finally {
      child.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    }
  },
);
