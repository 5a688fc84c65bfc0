import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { command, leaving, openThread, runs, withAgents } from "./invitations.ts";
import { invitingTexts } from "#hub/inviting/texts";
import { say } from "#lib/words/words";
import { partOf } from "#test/part-of";

const talker = {
  "talk-cli": {
    name: "Talker",
    description: "Says hello",
    invoke_command: command("talk", "{mcp_config}", "--thread={thread_id}", "{thread_topic}", "{bus_address}", "{agent_name}"),
  },
};

interface Seen {
  readonly argv: string[];
  readonly env: Record<string, string>;
  readonly mcp: {
    readonly mcpServers: { readonly parley: { readonly type: string; readonly url: string; readonly headers: { readonly Authorization: string } } };
  };
}

const seenBy = async (home: string, mode: string): Promise<Seen> => JSON.parse(await readFile(join(home, `seen-${mode}.json`), "utf8")) as Seen;

describe("inviting an agent", () => {
  verifies(
    ["AW-BG-2", "FR-1", "FR-3-1", "FR-3-2", "FR-4-2"],
    "starts the configured command, which joins, speaks and leaves; the thread tells all of it",
    async () => {
      await using parley = await withAgents(talker);
      const ana = await parley.person("Ana", "admin");
      const thread = await openThread(parley, "Plans; $(rm -rf /) 'x'");
      const { status, body } = await parley.api("POST", "/api/agents/invite", { agent_name: "talk-cli", thread_id: thread }, ana);
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ ok: true, agent_name: "talk-cli", reason: "Agent invitation command queued successfully" }),
      ]);
      expect(body["command_executed"]).toContain(`--thread=${thread}`);
      expect(await leaving(parley, thread, "left:")).toMatch(/^Talker left: exit 0 after 0:\d\d\.$/);
      const lines = await parley.messages(thread);
      expect(lines.map(({ author_name, author_kind, content }) => [author_kind, author_name, content.replace(/after .*/, "")])).toEqual([
        ["hub", "Parley", "Ana invited Talker."],
        ["agent", "Talker", "hello from the invited one"],
        ["hub", "Parley", "Talker left: exit 0 "],
      ]);
      const { argv, env, mcp } = await seenBy(parley.home, "talk");
      expect(argv.slice(2)).toEqual([`--thread=${thread}`, "Plans; $(rm -rf /) 'x'", parley.url, "talk-cli"]);
      expect(mcp.mcpServers.parley).toMatchObject({ type: "http", url: `${parley.url}/mcp`, headers: { Authorization: `Bearer ${env["PARLEY_TOKEN"]}` } });
      expect(
        Object.keys(env)
          .filter((name) => !["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"].includes(name))
          .toSorted(),
      ).toEqual(["PARLEY_AGENT", "PARLEY_SESSION", "PARLEY_THREAD", "PARLEY_THREAD_TOPIC", "PARLEY_TOKEN", "PARLEY_URL"]);
    },
  );

  verifies(
    ["SC-3", "SC-3-1", "SC-3-2", "SC-1-2", "AW-FUT-3", "AW-PLAN-3"],
    "is on record before it runs and after it ended: who, when, which agent, which thread, command, code and output, without the token",
    async () => {
      await using parley = await withAgents(talker);
      const ana = await parley.person("Ana", "admin");
      const thread = await openThread(parley, "Plans");
      await parley.api("POST", "/api/agents/invite", { agent_name: "talk-cli", thread_id: thread }, ana);
      await leaving(parley, thread, "left:");
      const { env } = await seenBy(parley.home, "talk");
      const token = env["PARLEY_TOKEN"] ?? "none";
      const [ran] = await runs(parley);
      expect(ran).toMatchObject({
        agent_name: "talk-cli",
        thread_id: thread,
        invited_by: "Ana",
        state: "ended",
        exit_code: 0,
        output: "done, token [secret]\n",
      });
      expect(ran?.duration_ms).toBeGreaterThan(0);
      const audit = JSON.stringify((await parley.api("GET", "/api/audit?limit=100")).body);
      const records = (JSON.parse(audit) as { records: { kind: string; who: string; data: Record<string, unknown> }[] }).records
        .filter((one) => one.kind === "run")
        .toReversed();
      expect(records.map(({ data }) => [data["did"], data["agent"], data["thread"]])).toEqual([
        ["invited", "talk-cli", thread],
        ["left", "talk-cli", thread],
      ]);
      expect(records[0]?.data["argv"]).toEqual(expect.arrayContaining(["agent.mjs", "talk"]));
      expect(records[1]?.data).toMatchObject({ exit: 0, output: "done, token [secret]\n" });
      expect(audit + JSON.stringify(parley.logged) + JSON.stringify(await parley.messages(thread))).not.toContain(token);
      const begun = parley.logged.findIndex(({ message }) => message === "an invited agent is being started");
      expect(begun).toBeGreaterThanOrEqual(0);
      expect(parley.logged.findIndex(({ message }) => message === "an invited agent left")).toBeGreaterThan(begun);
    },
  );

  it("gives a token that opens that thread only, and dies with the process, with its file", async () => {
    await using parley = await withAgents({ other: { invoke_command: command("elsewhere", "{mcp_config}") } });
    await openThread(parley, "Not for it");
    const thread = await openThread(parley, "For it");
    await parley.api("POST", "/api/agents/invite", { agent_name: "other", thread_id: thread });
    await leaving(parley, thread, "left:");
    const [ran] = await runs(parley);
    expect(ran?.output).toContain("For it");
    expect(ran?.output).not.toContain("Not for it");
    expect(ran?.output).toMatch(/^403\n/);
    const { argv, env } = await seenBy(parley.home, "elsewhere");
    expect(argv.join(" ")).not.toContain(env["PARLEY_TOKEN"] ?? "none");
    const replay = await parley.api("GET", `/api/threads/${thread}`, undefined, env["PARLEY_TOKEN"] ?? "none");
    expect(replay).toMatchObject({ status: 401, body: { error: "BadToken" } });
    await expect(stat(argv[1] ?? "")).rejects.toThrow("ENOENT");
    expect((await parley.refusals()).some(({ code }) => code === "BadToken")).toBe(true);
  });

  verifies("FR-4-4", "of one that fails shows code and last words in the thread, and its output in the runs", async () => {
    await using parley = await withAgents({ broken: { name: "Broken", invoke_command: command("fail") } });
    const thread = await openThread(parley, "Plans");
    await parley.api("POST", "/api/agents/invite", { agent_name: "broken", thread_id: thread });
    expect(await leaving(parley, thread, "left:")).toMatch(/^Broken left: exit 3 after 0:\d\d\. Its last output: cannot find my model$/);
    expect(await runs(parley)).toMatchObject([{ exit_code: 3, output: "cannot find my model\n", state: "ended" }]);
    const invitable = await parley.api("GET", "/api/agents/invitable");
    expect(invitable.body).toMatchObject({
      agents: [{ agent_name: "broken", display_name: "Broken", is_invitable: true, last: { exit_code: 3, output: "cannot find my model\n" } }],
    });
  });

  verifies("SC-2-2", "that does not join in time is ended and says so", async () => {
    await using parley = await withAgents({ slow: { name: "Slow", invoke_command: command("hang"), timeout_seconds: 1 } });
    const thread = await openThread(parley, "Plans");
    await parley.api("POST", "/api/agents/invite", { agent_name: "slow", thread_id: thread });
    expect(await leaving(parley, thread, partOf(invitingTexts.leftEnded))).toMatch(/^Slow was terminated after 0:\d\d: it did not join within 0:01\./);
    expect(await runs(parley)).toMatchObject([{ state: "ended", signal: "SIGTERM" }]);
  });

  it("that has joined runs on, is told before its time is over, and is then ended", async () => {
    await using parley = await withAgents({ stay: { name: "Stayer", invoke_command: command("stay"), timeout_seconds: 1, max_runtime_seconds: 4 } });
    const ana = await parley.person("Ana", "admin");
    const thread = await openThread(parley, "Plans");
    await parley.api("POST", "/api/agents/invite", { agent_name: "stay", thread_id: thread }, ana);
    await leaving(parley, thread, "was terminated");
    const lines = (await parley.messages(thread)).map(({ content }) => content);
    expect(lines).toEqual([
      "Ana invited Stayer.",
      "here",
      say("en", invitingTexts.timeSoonOver, { agent: "Stayer", span: "0:02" }),
      expect.stringMatching(/^Stayer was terminated after 0:0[45]: it reached its time limit of 0:04\./),
    ]);
  });

  it("a second time while it is there says so; after it has left it can be invited again", async () => {
    await using parley = await withAgents({ stay: { name: "Stayer", invoke_command: command("stay") } });
    const ana = await parley.person("Ana", "admin");
    const thread = await openThread(parley, "Plans");
    const both = await Promise.all([1, 2].map(() => parley.api("POST", "/api/agents/invite", { agent_name: "stay", thread_id: thread }, ana)));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const again = await parley.api("POST", "/api/agents/invite", { agent_name: "stay", thread_id: thread }, ana);
    expect(again).toMatchObject({ status: 409, body: { ok: false, command_executed: "", error: "AlreadyInvited" } });
    expect(again.body["reason"]).toMatch(/^Stayer is still in this thread: Ana invited it/);
    await leaving(parley, thread, "here");
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "go" }, ana);
    await writeFile(join(parley.home, "leave"), "");
    await leaving(parley, thread, "left:");
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "stay", thread_id: thread }, ana)).status).toBe(200);
    await parley.until(async () => (await runs(parley)).filter(({ state }) => state === "ended").length === 2);
    expect((await runs(parley)).filter(({ state }) => state === "ended")).toHaveLength(2);
  });
});

describe("sending an invited agent away", () => {
  it("happens when its thread is closed: its process ends and the thread says who closed it", async () => {
    await using parley = await withAgents({ stay: { name: "Stayer", invoke_command: command("stay") } });
    const ana = await parley.person("Ana", "admin");
    const thread = await openThread(parley, "Plans");
    await parley.api("POST", "/api/agents/invite", { agent_name: "stay", thread_id: thread }, ana);
    await leaving(parley, thread, "here");
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "thread_close", arguments: { thread_id: thread } } };
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const closed = await fetch(`${parley.url}/mcp`, { method: "POST", headers: { ...headers, authorization: `Bearer ${ana}` }, body: JSON.stringify(call) });
    expect(await closed.text()).toContain("closed");
    expect(await leaving(parley, thread, partOf(invitingTexts.leftEnded))).toMatch(/^Stayer was terminated after 0:\d\d: Ana dismissed it\./);
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "stay", thread_id: thread }, ana)).body).toMatchObject({
      ok: false,
      error: "ThreadClosed",
    });
  });
});

describe("who may invite", () => {
  verifies(["FR-3-3", "FR-1-3", "AW-PRIN-2"], "nobody invites what the file does not name, what is switched off, or into what they do not see", async () => {
    await using parley = await withAgents({
      off: { invoke_command: command("talk"), enabled: false },
      bad: { invoke_command: "a | b" },
      gone: { invoke_command: "no-such-cli --x" },
    });
    const thread = await openThread(parley, "Plans");
    const invite = async (agent_name: string, thread_id = thread, token?: string) =>
      (await parley.api("POST", "/api/agents/invite", { agent_name, thread_id }, token)).body;
    expect(await invite("ghost")).toMatchObject({ ok: false, agent_name: "ghost", reason: "Agent 'ghost' not found in configuration", command_executed: "" });
    expect(await invite("off")).toMatchObject({
      ok: false,
      reason: expect.stringContaining(partOf(invitingTexts.inviteDisabled)) as string,
      command_executed: "",
    });
    expect(await invite("bad")).toMatchObject({ ok: false, reason: expect.stringContaining("Put the line into a script") as string });
    expect(await invite("gone")).toMatchObject({
      ok: false,
      reason: expect.stringContaining("The command no-such-cli was not found in PATH") as string,
    });
    expect(await invite("off", "thr_nowhere")).toMatchObject({ ok: false, error: "NotFound" });
    expect(await runs(parley)).toMatchObject([
      { agent_name: "gone", state: "refused", command: "" },
      { agent_name: "ghost", state: "refused", command: "" },
    ]);
    expect((await parley.refusals()).filter(({ code }) => code === "NotInvitable")).toMatchObject([{ who: "operator" }]);
  });

  verifies("AW-PRIN-3", "a member is refused with whom to ask, and a line that mentions an agent wakes nobody", async () => {
    await using parley = await withAgents(talker);
    const mia = await parley.person("Mia", "member");
    const thread = await openThread(parley, "Plans");
    const refused = await parley.api("POST", "/api/agents/invite", { agent_name: "talk-cli", thread_id: thread }, mia);
    expect(refused).toMatchObject({ status: 403, body: { ok: false, error: "NotAllowed", command_executed: "" } });
    expect(refused.body["reason"]).toBe(say("en", invitingTexts.inviteMayNot, { agent: "talk-cli" }));
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "@talk-cli @Talker please come" }, mia);
    expect(await runs(parley)).toMatchObject([{ state: "refused" }]);
    const listed = await parley.api("GET", "/api/agents/invitable", undefined, mia);
    expect(listed.body).toMatchObject({ agents: [{ agent_name: "talk-cli", display_name: "Talker", description: "Says hello", command: "" }] });
  });

  it("an agent with the grant may; one without becomes a question, which a person's yes turns into an invitation", async () => {
    await using parley = await withAgents(talker);
    const granted = await parley.token({ agent: "lead", may: ["invite"] });
    const plain = await parley.token({ agent: "bee", may: [] });
    const first = await openThread(parley, "First");
    const second = await openThread(parley, "Second");
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "talk-cli", thread_id: first }, granted)).body).toMatchObject({ ok: true });
    const wish = await parley.api("POST", "/api/agents/invite", { agent_name: "talk-cli", thread_id: second }, plain);
    expect(wish).toMatchObject({ status: 403, body: { ok: false, error: "NeedsApproval", command_executed: "" } });
    expect(wish.body["reason"]).toContain("needs approval");
    const question = await parley.openQuestion();
    const own = await parley.api("POST", `/api/questions/${question.id}/answer`, { choice: "allow" }, plain);
    expect(own.status).toBeGreaterThanOrEqual(400);
    expect((await parley.api("POST", `/api/questions/${question.id}/answer`, { choice: "allow" })).status).toBe(200);
    await leaving(parley, second, "left: exit 0");
    expect((await parley.messages(second))[0]?.content).toBe("bee invited Talker.");
  });

  it("what ran and what it wrote is shown to those who may start it and to whoever did; others see how it went", async () => {
    await using parley = await withAgents(talker);
    const [mia, bee, cee] = [
      await parley.person("Mia", "member"),
      await parley.token({ agent: "bee", may: [] }),
      await parley.token({ agent: "cee", may: [] }),
    ];
    const admin = await parley.person("Ana", "admin");
    const thread = await openThread(parley, "Plans");
    await parley.api("POST", "/api/agents/invite", { agent_name: "talk-cli", thread_id: thread }, bee);
    await parley.api("POST", `/api/questions/${(await parley.openQuestion()).id}/answer`, { choice: "allow" });
    await leaving(parley, thread, "left: exit 0");
    const seen = async (token: string) => {
      const [run] = (await parley.api("GET", "/api/agents/runs", undefined, token)).body as unknown as { command: string; output: string; exit_code: number }[];
      const listed = (await parley.api("GET", "/api/agents/invitable", undefined, token)).body as unknown as {
        agents: { last: { command: string; output: string } }[];
      };
      const last = listed.agents[0]?.last;
      return [run?.exit_code, ...[run?.command, run?.output, last?.command, last?.output].map((text) => text !== "")];
    };
    for (const token of [mia, cee]) expect(await seen(token)).toEqual([0, false, false, false, false]);
    for (const token of [admin, bee]) expect(await seen(token)).toEqual([0, true, true, true, true]);
  });

  it("an agent without the grant has a few questions open at most, and may ask again once one is answered", async () => {
    await using parley = await withAgents(talker);
    const plain = await parley.token({ agent: "bee", may: [] });
    const other = await parley.token({ agent: "cee", may: [] });
    const threads = await Promise.all(Array.from({ length: 8 }, (_, i) => openThread(parley, `Plans ${i}`)));
    const wish = async (thread_id = "", token = plain) =>
      (await parley.api("POST", "/api/agents/invite", { agent_name: "talk-cli", thread_id }, token)).body["error"];
    const answers = await Promise.all(threads.map((thread) => wish(thread)));
    expect(["NeedsApproval", "QueueFull"].map((code) => answers.filter((one) => one === code).length)).toEqual([5, 3]);
    const asked = threads[answers.indexOf("NeedsApproval")];
    expect([await wish(asked), await wish(threads[0], other)]).toEqual(["NeedsApproval", "NeedsApproval"]);
    const open = (await parley.questions()).filter(({ state }) => state === "open");
    expect(open).toHaveLength(6);
    await parley.api("POST", `/api/questions/${open[0]?.id}/answer`, { choice: "deny" });
    await expect.poll(() => wish(threads[answers.indexOf("QueueFull")]), { timeout: 5_000, interval: 50 }).toBe("NeedsApproval");
  });

  it("and what a person denies is not started", async () => {
    await using parley = await withAgents(talker);
    const plain = await parley.token({ agent: "bee", may: [] });
    const thread = await openThread(parley, "Plans");
    await parley.api("POST", "/api/agents/invite", { agent_name: "talk-cli", thread_id: thread }, plain);
    const question = await parley.openQuestion();
    expect((await parley.api("POST", `/api/questions/${question.id}/answer`, { choice: "deny" })).status).toBe(200);
    expect(await runs(parley)).toEqual([]);
    expect(await parley.messages(thread)).toEqual([]);
  });
});
