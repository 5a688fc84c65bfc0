import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "#test/verifies";
import { procEntry } from "#wire/proc";
import { command, leaving, openThread, runs, withAgents } from "./invitations.ts";

const isRoot = process.getuid?.() === 0;
const shell = (script: string): string => `sh -c "${script}"`;

describe("the process of an invited agent", () => {
  verifies(["SC-2", "SC-2-3"], "may use so much memory, processor time and files, dumps no core, and sees only its own environment", async () => {
    const seconds = 77;
    const script = shell("ulimit -d; ulimit -n; ulimit -t; ulimit -c; env");
    await using parley = await withAgents({ measured: { name: "Measured", invoke_command: script, max_runtime_seconds: seconds } });
    const thread = await openThread(parley, "Limits");
    await parley.api("POST", "/api/agents/invite", { agent_name: "measured", thread_id: thread });
    await leaving(parley, thread, "left:");
    const [ran] = await runs(parley);
    const [memory, files, cpu, core, ...environment] = (ran?.output ?? "").trim().split("\n");
    for (const limit of [memory, files, cpu, core]) expect(limit).toMatch(/^\d+$/);
    expect([cpu, core]).toEqual([String(seconds), "0"]);
    const own = new Set(["PWD", "SHLVL", "_", "OLDPWD"]);
    const names = environment.map((line) => line.split("=")[0] ?? "").filter((name) => !own.has(name));
    for (const name of names) expect(name).toMatch(/^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|PARLEY_(AGENT|SESSION|THREAD|THREAD_TOPIC|TOKEN|URL))$/);
  });

  verifies("SC-2", "is ended with everything it started when its time is over, however it hides", async () => {
    const script = "trap '' TERM; setsid sh -c \"trap '' TERM; while :; do sleep 0.05; done\" & echo $! > child; while :; do sleep 0.05; done";
    await using parley = await withAgents(
      { stubborn: { name: "Stubborn", invoke_command: "sh stubborn.sh", timeout_seconds: 1 } },
      { files: { "stubborn.sh": `echo $$ > pid\n${script}\n` } },
    );
    const thread = await openThread(parley, "Runaway");
    await parley.api("POST", "/api/agents/invite", { agent_name: "stubborn", thread_id: thread });
    await parley.until(async () => (await runs(parley))[0]?.state === "ended", 40_000);
    for (const file of ["pid", "child"]) {
      const pid = Number((await readFile(join(parley.home, file), "utf8")).trim());
      expect(pid).toBeGreaterThan(1);
      expect(await procEntry(pid)).toBeUndefined();
    }
  });

  verifies("SC-2-1", "runs as a user with fewer rights if its entry says so; a hub that may not do that refuses", async () => {
    await using parley = await withAgents({
      lowly: { name: "Lowly", invoke_command: shell("id -u; cat store-copy || echo closed"), run_as: "nobody" },
    });
    await writeFile(join(parley.home, "store-copy"), "for the hub alone", { mode: 0o600 });
    chmodSync(parley.home, 0o755);
    const thread = await openThread(parley, "Rights");
    const { body } = await parley.api("POST", "/api/agents/invite", { agent_name: "lowly", thread_id: thread });
    if (!isRoot) {
      expect(body).toMatchObject({ ok: false, command_executed: "" });
      return;
    }
    expect(body).toMatchObject({ ok: true });
    await leaving(parley, thread, "left:");
    const [ran] = await runs(parley);
    const uid = execFileSync("id", ["-u", "nobody"], { encoding: "utf8" }).trim();
    expect(ran?.output.split("\n")[0]).toBe(uid);
    expect(ran?.output).toContain("closed");
    expect(ran?.output).not.toContain("for the hub alone");
  });
});

verifies("FR-4-3", "an invitation returns while its process still runs in the background, over MCP too", async () => {
  await using parley = await withAgents({ stay: { name: "Stayer", invoke_command: command("stay") } });
  const thread = await openThread(parley, "Background");
  const blocks = (await parley.api("POST", "/api/mcp/tool/agent_invite", { agent_name: "stay", thread_id: thread })).body;
  const [block] = blocks as unknown as readonly { text: string }[];
  expect(JSON.parse(block?.text ?? "{}")).toMatchObject({ ok: true, agent_name: "stay" });
  // The tool has answered; the process waits for a file that only now comes.
  await parley.until(async () => (await parley.messages(thread)).some((line) => line.content === "here"));
  expect((await runs(parley))[0]).toMatchObject({ state: "joined", exit_code: null });
  await expect(stat(join(parley.home, "leave"))).rejects.toThrow("ENOENT");
  await writeFile(join(parley.home, "leave"), "");
  await leaving(parley, thread, "left:");
  expect((await runs(parley))[0]).toMatchObject({ state: "ended", exit_code: 0 });
});
