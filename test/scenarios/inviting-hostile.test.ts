import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { verifies } from "#test/verifies";
import { command, leaving, openThread, runs, withAgents, writeAgents } from "./invitations.ts";
import type { Parley } from "./parley.ts";

const sh = (script: string) => `sh -c ${JSON.stringify(script)}`;

const hostileTopics = [
  `"; touch pwned; "`,
  "'; touch pwned; '",
  "$(touch pwned) `touch pwned` ${IFS}",
  "a\nb\r\nc\ttouch pwned",
  "--dangerously-skip-permissions",
  "-",
  "&& touch pwned || touch pwned | touch pwned > pwned",
  "{mcp_config} {thread_id} {nope}",
  "\u202Egnp.exe \u200Bzero",
  "@/etc/passwd",
  "../../../etc/passwd",
];

/** As the thread has it: one line of visible characters. */
async function topicOf(parley: Parley, thread: string): Promise<string> {
  const topic = String((await parley.api("GET", `/api/threads/${thread}`)).body["topic"]);
  expect(topic).toMatch(/^[^\p{Cc}\p{Cf}]+$/u);
  return topic;
}

describe("hostile topics", () => {
  verifies(["SC-1", "SC-1-3"], "reach the agent as one argument that is no option, and run nothing", async () => {
    await using parley = await withAgents(
      { echo: { invoke_command: `"${process.execPath}" print.mjs {thread_topic} --end` } },
      { files: { "print.mjs": "console.log(JSON.stringify(process.argv.slice(2)))" } },
    );
    for (const topic of hostileTopics) {
      const thread = await openThread(parley, topic);
      expect((await parley.api("POST", "/api/agents/invite", { agent_name: "echo", thread_id: thread })).body).toMatchObject({ ok: true });
      await leaving(parley, thread, "left: exit 0");
      const [ran] = await runs(parley);
      const argv = JSON.parse(ran?.output ?? "[]") as string[];
      expect(argv).toHaveLength(2);
      expect(argv[0]).not.toMatch(/^[-@]|[\n\r\u202E]/);
      expect(argv[1]).toBe("--end");
    }
    expect(existsSync(join(parley.home, "pwned"))).toBe(false);
  });

  verifies("SC-1-3", "reach a script as the value of its own option, in either way of writing it, and run nothing", async () => {
    // A real shell that looks at each argument: an option that a topic smuggled in would be one more.
    const script = 'for arg in "$@"; do printf "%s\\0" "$arg"; done';
    await using parley = await withAgents(
      { echo: { invoke_command: "sh agent.sh --topic {thread_topic} --also={thread_topic} --end" } },
      { files: { "agent.sh": script } },
    );
    for (const topic of hostileTopics) {
      const thread = await openThread(parley, topic);
      expect((await parley.api("POST", "/api/agents/invite", { agent_name: "echo", thread_id: thread })).body).toMatchObject({ ok: true });
      await leaving(parley, thread, "left: exit 0");
      const ran = (await runs(parley)).find((one) => one.thread_id === thread);
      const line = await topicOf(parley, thread);
      const [option, value = "", also, end, ...more] = (ran?.output ?? "").split(/[\0\ufffd]/).filter((word) => word !== "");
      expect([option, also, end, more]).toEqual(["--topic", `--also=${line}`, "--end", []]);
      expect(value).not.toMatch(/^[-@]/);
    }
    expect(existsSync(join(parley.home, "pwned"))).toBe(false);
  });

  it("are refused where a program would run them, and are plain text in the environment", async () => {
    await using parley = await withAgents({
      runs: { invoke_command: `bash -c -- "echo {thread_topic}"` },
      reads: { invoke_command: sh('printf %s "$PARLEY_THREAD_TOPIC"') },
    });
    for (const topic of hostileTopics) {
      const thread = await openThread(parley, topic);
      expect((await parley.api("POST", "/api/agents/invite", { agent_name: "runs", thread_id: thread })).body).toMatchObject({
        ok: false,
        reason: expect.stringContaining("PARLEY_THREAD_TOPIC") as string,
      });
      expect((await parley.api("POST", "/api/agents/invite", { agent_name: "reads", thread_id: thread })).body).toMatchObject({ ok: true });
      await leaving(parley, thread, "left: exit 0");
      const ran = (await runs(parley)).find((one) => one.thread_id === thread && one.state === "ended");
      expect(ran?.output).toBe(await topicOf(parley, thread));
    }
    expect(existsSync(join(parley.home, "pwned"))).toBe(false);
  });

  it("an agent's name from outside is only ever looked up", async () => {
    await using parley = await withAgents({ echo: { invoke_command: command("talk") } });
    const thread = await openThread(parley, "Plans");
    for (const agent_name of ["sh", "../echo", "echo; id", "__proto__", "constructor", "ECHO", "x".repeat(200)]) {
      expect((await parley.api("POST", "/api/agents/invite", { agent_name, thread_id: thread })).body).toMatchObject({ ok: false, command_executed: "" });
    }
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "x".repeat(1_000_000), thread_id: thread })).status).toBeGreaterThanOrEqual(400);
    expect(
      (await parley.api("POST", "/api/agents/invite", { agent_name: "echo", thread_id: thread, invoke_command: "id" })).body["command_executed"],
    ).toContain("agent.mjs");
    await leaving(parley, thread, "left: exit 0");
    expect((await runs(parley)).filter(({ state }) => state !== "refused")).toHaveLength(1);
  });
});

describe("hostile names", () => {
  it("an entry that shows itself as a person waits for a yes, and even then speaks under another name", async () => {
    await using parley = await withAgents({ talk: { name: "Talker", invoke_command: command("talk") } });
    const thread = await openThread(parley, "Plans");
    await writeAgents(parley, JSON.stringify({ talk: { name: "Ola", invoke_command: command("talk") } }));
    const question = await parley.openQuestion();
    const [shown] = (await parley.api("GET", "/api/questions?state=open")).body as unknown as { subject: { detail: string } }[];
    expect(shown?.subject.detail).toBe("display_name: Ola");
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "talk", thread_id: thread })).body).toMatchObject({ ok: false });
    await parley.api("POST", `/api/questions/${question.id}/answer`, { choice: "allow" });
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "talk", thread_id: thread })).body).toMatchObject({ ok: true });
    await leaving(parley, thread, "left: exit 0");
    const lines = await parley.messages(thread);
    expect(lines.map(({ author_name, content }) => [author_name, content])).toEqual([
      ["Parley", expect.stringMatching(/ invited Ola 2\.$/)],
      ["Ola 2", "hello from the invited one"],
      ["Parley", expect.stringMatching(/^Ola 2 left/)],
    ]);
  });

  it("no token makes an agent that is called like a person or like Parley", async () => {
    await using parley = await withAgents({});
    for (const agent of ["Ola", " ola", "parley", "Hub", "system"])
      expect(await parley.api("POST", "/api/tokens", { agent, may: [] })).toMatchObject({ status: 409, body: { error: "NameTaken" } });
    for (const agent of ["bee", "bee"]) expect((await parley.api("POST", "/api/tokens", { agent, may: [] })).status).toBeLessThan(300);
  });
});

describe("hostile commands", () => {
  it("one that prints 100 MB ends by itself, its newest words are kept, and the hub answers meanwhile", async () => {
    await using parley = await withAgents({ loud: { name: "Loud", invoke_command: sh("yes 0123456789 | head -c 104857600; echo the end") } });
    const thread = await openThread(parley, "Plans");
    await parley.api("POST", "/api/agents/invite", { agent_name: "loud", thread_id: thread });
    expect((await parley.api("GET", "/health")).status).toBe(200);
    await leaving(parley, thread, "left: exit 0");
    const [ran] = await runs(parley);
    expect(ran?.output.endsWith("the end\n")).toBe(true);
    expect(ran?.output.length).toBeLessThanOrEqual(64 * 1024);
  });

  it("one that prints the secrets it was given shows them nowhere, also where its output is cut", async () => {
    const key = "sk-live-0123456789abcdefXYZ";
    vi.stubEnv("SOME_KEY_OF_MINE", "hunter2hunter2");
    using _ = { [Symbol.dispose]: () => void vi.unstubAllEnvs() };
    await using parley = await withAgents({
      leak: { invoke_command: `echo wrong use: --api-key ${key} --name x` },
      cut: { invoke_command: sh("printf %s \"$SOME_KEY_OF_MINE\"; head -c 65528 /dev/zero | tr '\\0' x; exit 1"), env: ["SOME_KEY_OF_MINE"] },
    });
    const thread = await openThread(parley, "Plans");
    for (const [agent_name, words] of [
      ["leak", "leak left"],
      ["cut", "cut left"],
    ] as const) {
      await parley.api("POST", "/api/agents/invite", { agent_name, thread_id: thread });
      await leaving(parley, thread, words);
    }
    const [cut, leak] = await runs(parley);
    expect(leak?.output).toBe("wrong use: --api-key [secret] --name x\n");
    expect(cut?.output).toMatch(/^x{61000,65528}$/);
    expect(JSON.stringify((await parley.api("GET", "/api/audit?limit=200")).body)).not.toContain(key);
  });

  it("one that ignores SIGTERM and forks is gone with all of it when its time to join is over", async () => {
    await using parley = await withAgents({
      bomb: {
        name: "Bomb",
        timeout_seconds: 1,
        invoke_command: sh("trap '' TERM; setsid sleep 600 & while :; do (trap '' TERM; sleep 0.3) & sleep 0.02; done"),
      },
    });
    const thread = await openThread(parley, "Plans");
    const { body } = await parley.api("POST", "/api/agents/invite", { agent_name: "bomb", thread_id: thread });
    await leaving(parley, thread, "was terminated");
    expect(await runs(parley)).toMatchObject([{ state: "ended", signal: "SIGKILL" }]);
    expect(await alive(`PARLEY_SESSION=${String(body["invitation_id"])}`)).toEqual([]);
  });

  it("one that leaves a daemon behind leaves nothing behind", async () => {
    await using parley = await withAgents({ daemon: { invoke_command: sh("setsid sh -c 'sleep 600; sleep 600' >/dev/null 2>&1 & exit 0") } });
    const thread = await openThread(parley, "Plans");
    const { body } = await parley.api("POST", "/api/agents/invite", { agent_name: "daemon", thread_id: thread });
    await leaving(parley, thread, "left: exit 0");
    expect(await alive(`PARLEY_SESSION=${String(body["invitation_id"])}`)).toEqual([]);
  });

  it("one that hides a child from its session and its environment takes it along when it is ended", async () => {
    const seconds = `6${process.pid}`;
    await using parley = await withAgents({
      hides: { name: "Hides", timeout_seconds: 1, invoke_command: sh(`env -i setsid sleep ${seconds} & exec sleep 600`) },
    });
    const thread = await openThread(parley, "Plans");
    await parley.api("POST", "/api/agents/invite", { agent_name: "hides", thread_id: thread });
    await expect.poll(() => running(seconds), { timeout: 5_000, interval: 20 }).toHaveLength(1);
    await leaving(parley, thread, "was terminated");
    expect(await running(seconds)).toEqual([]);
  });

  it("one that is no program, or whose interpreter is missing, is told in the thread", async () => {
    const files = { "binary.sh": "\u0001\u0002\u0003", "nowhere.sh": "#!/no/such/interpreter\n" };
    await using parley = await withAgents(
      { binary: { name: "Binary", invoke_command: "./binary.sh" }, nowhere: { name: "Nowhere", invoke_command: "./nowhere.sh" } },
      { files },
    );
    const thread = await openThread(parley, "Plans");
    for (const [agent_name, shown] of [
      ["binary", "Binary"],
      ["nowhere", "Nowhere"],
    ] as const) {
      expect((await parley.api("POST", "/api/agents/invite", { agent_name, thread_id: thread })).body).toMatchObject({ ok: true });
      expect(await leaving(parley, thread, `${shown} left`)).toMatch(/exit 12[67]/);
    }
  });

  it("no more than a bounded number runs at once, also of those that are asked for at the same moment", { timeout: 60_000 }, async () => {
    await using parley = await withAgents({ stay: { invoke_command: sh("exec sleep 600") } });
    const threads = await Promise.all(Array.from({ length: 40 }, (_, i) => openThread(parley, `Plans ${i}`)));
    const invite = async (thread_id = "") => (await parley.api("POST", "/api/agents/invite", { agent_name: "stay", thread_id })).body;
    const answers = await Promise.all(threads.map(invite));
    expect(answers.filter(({ ok }) => ok === true)).toHaveLength(32);
    expect(await invite(await openThread(parley, "One more"))).toMatchObject({ ok: false, error: "QueueFull" });
    const isOpen = ({ state }: { state: string }) => state !== "ended" && state !== "refused";
    const marks = (await runs(parley)).filter(isOpen).map(({ id }) => `PARLEY_SESSION=${id}`);
    await expect
      .poll(
        async () => {
          for (const pid of await alive(...marks)) process.kill(pid, "SIGKILL");
          return (await runs(parley)).filter(isOpen).length;
        },
        { timeout: 40_000, interval: 250 },
      )
      .toBe(0);
  });
});

/** Pids of processes with that word as their last argument. */
async function running(word: string): Promise<readonly number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return pids.filter((_pid, i) => lines[i]?.endsWith(`sleep\0${word}\0`) === true).map(Number);
}

/** Pids of processes that were born with one of these in their environment. */
async function alive(...marks: readonly string[]): Promise<readonly number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, "utf8").catch(() => "")));
  return pids.filter((_pid, i) => environments[i]?.split("\0").some((entry) => marks.includes(entry)) === true).map(Number);
}
