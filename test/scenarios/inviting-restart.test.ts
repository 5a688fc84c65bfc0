import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { desk } from "#test/fakes/program";
import { like } from "#test/matching";
import { agentScript, command, leaving, openThread, runs, withAgents } from "./invitations.ts";
import { invitingTexts } from "#hub/inviting/texts";
import { partOf } from "#test/part-of";

it("a wish to invite that nobody answered before a restart is told in its thread as withdrawn", async () => {
  await using parley = await withAgents({ talk: { name: "Talker", invoke_command: command("talk") } });
  const bee = await parley.token({ agent: "bee", may: [] });
  const thread = await openThread(parley, "Plans");
  await parley.api("POST", "/api/agents/invite", { agent_name: "talk", thread_id: thread }, bee);
  await parley.openQuestion();
  for (const _ of [1, 2]) await parley.restart();
  expect((await parley.messages(thread)).map(({ content }) => content)).toEqual([
    "The hub was restarted before anyone decided whether talk may be invited. The question was withdrawn; invite it again.",
  ]);
  expect((await parley.api("POST", "/api/agents/invite", { agent_name: "talk", thread_id: thread }, bee)).body).toMatchObject({ error: "NeedsApproval" });
});

describe("a restart", () => {
  it("in order lets an invited agent go on; its words, its end and its output are not lost", async () => {
    await using parley = await withAgents({ stay: { name: "Stayer", invoke_command: command("stay") } }, { yaml: "" });
    const thread = await openThread(parley, "Plans");
    await parley.api("POST", "/api/agents/invite", { agent_name: "stay", thread_id: thread });
    await leaving(parley, thread, "here");
    const before = await pidOf(parley.home);
    await parley.restart();
    expect(await runs(parley)).toMatchObject([{ state: "joined", agent_name: "stay" }]);
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "stay", thread_id: thread })).body).toMatchObject({
      ok: false,
      error: "AlreadyInvited",
    });
    expect(await pidOf(parley.home)).toBe(before);
    process.kill(before, "SIGKILL");
    expect(await leaving(parley, thread, "Stayer left")).toMatch(/The outcome is unknown because the hub was restarted in between/);
    expect(await runs(parley)).toMatchObject([
      { state: "refused" },
      { state: "lost", exit_code: null, reason: like(/^Stayer left after .* The outcome is unknown/) },
    ]);
  });

  async function pidOf(home: string): Promise<number> {
    return z.object({ pid: z.number() }).parse(JSON.parse(await readFile(join(home, "seen-stay.json"), "utf8"))).pid;
  }
});

describe("stopping the hub", () => {
  it("names the invited agents that are left running and how to end them, and that ends them", { timeout: 60_000 }, async () => {
    using place = desk();
    await mkdir(join(place.dir, "config"));
    await writeFile(join(place.dir, "agent.mjs"), agentScript);
    const entry = { name: "Stayer", invoke_command: command("stay") };
    await writeFile(join(place.dir, "config", "available-agents.json"), JSON.stringify({ stay: entry }), { mode: 0o644 });
    await writeFile(join(place.dir, "parley.yaml"), "people: [{ name: Ola, role: owner }]\n");
    const hub = await place.start();
    const token = z.object({ token: z.string() }).parse(JSON.parse(await readFile(join(place.home, "hub.json"), "utf8"))).token;
    const headers = { authorization: `Bearer ${token}` };
    const made = await fetch(`${hub.url}/api/threads`, { method: "POST", headers, body: JSON.stringify({ topic: "Plans" }) });
    const { id } = z.object({ id: z.string() }).parse(await made.json());
    expect((await place.parley("invite", "stay", id)).code).toBe(0);
    const lines = async (): Promise<string> => (await fetch(`${hub.url}/api/threads/${id}/messages`, { headers })).text();
    await expect.poll(lines, { timeout: 20_000, interval: 50 }).toContain('"here"');
    const { code, err } = await hub.stop();
    expect(code).toBe(0);
    const said = /^1 invited agent is left running: Stayer \((?<pid>\d+)\)\. The next start takes them up again; to end them now: (?<how>kill -- -\d+)$/m.exec(
      err,
    );
    const pid = Number(said?.groups?.["pid"]);
    expect(isRunning(pid)).toBe(true);
    await once(spawn("sh", ["-c", said?.groups?.["how"] ?? "false"]), "exit");
    await expect.poll(() => isRunning(pid), { timeout: 10_000, interval: 20 }).toBe(false);
  });

  it("says nothing when nobody is left", async () => {
    using place = desk();
    const hub = await place.start();
    expect((await hub.stop()).err).not.toContain("left running");
  });

  function isRunning(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }
});

describe("a kill of the hub", () => {
  it("while five invited ones run: those that live go on, the dead one is told as lost, nothing is started twice", { timeout: 90_000 }, async () => {
    await using hub = await KilledHub.make();
    await hub.start();
    const threads: string[] = [];
    for (let i = 0; i < 5; i++) threads.push(z.object({ id: z.string() }).parse(await hub.call("POST", "/api/threads", { topic: `Plans ${i}` })).id);
    for (const thread_id of threads) expect(await hub.call("POST", "/api/agents/invite", { agent_name: "stay", thread_id })).toMatchObject({ ok: true });
    await expect
      .poll(async () => (await hub.runs()).map(({ state }) => state), { timeout: 20_000, interval: 100 })
      .toEqual(Array.from({ length: 5 }, () => "joined"));
    // An agent whose first line is still under way when the hub dies would die of it too: that is another story.
    for (const thread of threads) await expect.poll(() => hub.lines(thread), { timeout: 20_000, interval: 100 }).toContain("here");
    const pids = await hub.agents();
    expect(pids).toHaveLength(5);
    await hub.kill();
    const [victim = 0, ...others] = pids;
    process.kill(victim, "SIGKILL");
    await expect.poll(() => hub.agents(), { timeout: 10_000, interval: 50 }).toEqual(others);
    await hub.start();
    expect((await hub.runs()).map(({ state }) => state).toSorted()).toEqual(["joined", "joined", "joined", "joined", "lost"]);
    expect((await hub.runs()).find(({ state }) => state === "lost")?.reason).toMatch(
      /ended while the hub was down. The outcome is unknown; it was not restarted\.$/,
    );
    expect(await hub.agents()).toEqual(others);
    await writeFile(join(hub.home, "leave"), "");
    await expect.poll(async () => (await hub.runs()).filter(({ state }) => state === "joined").length, { timeout: 20_000, interval: 100 }).toBe(0);
    expect(await hub.agents()).toEqual([]);
    expect(await hub.runs()).toHaveLength(5);
    const lines = await Promise.all(threads.map((thread) => hub.lines(thread)));
    expect(lines.filter((all) => all.includes("leaving"))).toHaveLength(4);
    expect(lines.filter((all) => all.some((line) => line.includes(partOf(invitingTexts.leftLost))))).toHaveLength(1);
  });
});

/** The program itself in a process of its own, so that it can be killed. */
class KilledHub implements AsyncDisposable {
  readonly home: string;
  #process: ChildProcess | undefined;
  #url = "";

  static async make(): Promise<KilledHub> {
    const home = await mkdtemp(join(tmpdir(), "parley-killed-"));
    await mkdir(join(home, "config"), { mode: 0o755 });
    await writeFile(join(home, "config", "available-agents.json"), JSON.stringify({ stay: { name: "Stayer", invoke_command: command("stay") } }), {
      mode: 0o644,
    });
    await writeFile(join(home, "agent.mjs"), agentScript);
    await writeFile(join(home, "parley.yaml"), `workspace: ${JSON.stringify(home)}\npeople: [{ name: Ola, role: owner }]\n`);
    return new KilledHub(home);
  }

  private constructor(home: string) {
    this.home = home;
  }

  /** On the same port as before: its agents know no other. */
  async start(): Promise<void> {
    const port = this.#url === "" ? "0" : new URL(this.#url).port;
    const started = spawn(
      process.execPath,
      ["-C", "parley-source", "src/main.ts", "start", "--home", this.home, "--config", join(this.home, "parley.yaml"), "--port", port],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    this.#process = started;
    for await (const line of createInterface({ input: started.stdout })) {
      const ready = /^parley ready (\S+)/.exec(line)?.[1];
      if (ready === undefined) continue;
      this.#url = ready;
      return;
    }
    throw new Error("the hub did not come up");
  }

  async kill(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#process?.once("exit", () => resolve());
    this.#process?.kill("SIGKILL");
    await promise;
  }

  async call(method: string, path: string, body?: object): Promise<unknown> {
    const { token } = z.object({ token: z.string() }).parse(JSON.parse(await readFile(join(this.home, "hub.json"), "utf8")));
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  async lines(thread: string): Promise<readonly string[]> {
    const messages = z.array(z.object({ content: z.string() })).parse(await this.call("GET", `/api/threads/${thread}/messages`));
    return messages.map(({ content }) => content);
  }

  async runs(): Promise<readonly { state: string; reason: string }[]> {
    return z.array(z.object({ state: z.string(), reason: z.string() })).parse(await this.call("GET", "/api/agents/runs"));
  }

  /** Pids of invited processes that are there, in order. */
  async agents(): Promise<readonly number[]> {
    const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    const found = await Promise.all(
      pids.map(async (pid) => ({ pid: Number(pid), environment: await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "") })),
    );
    return found
      .filter(({ environment }) => environment.includes("PARLEY_SESSION=inv_") && environment.includes(`PARLEY_URL=${this.#url}\0`))
      .map(({ pid }) => pid)
      .toSorted((a, b) => a - b);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const pid of await this.agents()) process.kill(pid, "SIGKILL");
    if (this.#process?.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill("SIGTERM");
      await once(this.#process, "exit");
    }
    await rm(this.home, { recursive: true, force: true });
  }
}
