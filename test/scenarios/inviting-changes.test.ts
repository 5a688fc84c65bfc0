import { execFile } from "node:child_process";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { command, leaving, openThread, runs, withAgents, writeAgents } from "./invitations.ts";
import type { Parley } from "./parley.ts";
import { invitingTexts } from "#hub/inviting/texts";
import { partOf } from "#test/part-of";

const talker = { name: "Talker", invoke_command: command("talk") };

interface Invitable {
  readonly agents: { readonly agent_name: string; readonly is_invitable: boolean; readonly health: { readonly ok: boolean; readonly says: string } | null }[];
  readonly invalid: {
    readonly agent_name: string;
    readonly why: string;
    readonly waits: { readonly command: string } | null;
    readonly question: string | null;
  }[];
}

const invitable = async (parley: Parley): Promise<Invitable> => (await parley.api("GET", "/api/agents/invitable")).body as unknown as Invitable;
const redLines = async (parley: Parley): Promise<{ what: string; why: string; mend: string }[]> =>
  (await parley.api("GET", "/api/status")).body["red_lines"] as { what: string; why: string; mend: string }[];

async function waits(parley: Parley, name: string): Promise<void> {
  await expect
    .poll(async () => (await invitable(parley)).invalid.some((one) => one.agent_name === name && one.waits !== null), { timeout: 10_000, interval: 50 })
    .toBe(true);
}

describe("the file, while the hub runs", () => {
  verifies("AW-PRIN-2", "an entry that is added waits for an admin's yes, as a question with the whole command; then it can be invited", async () => {
    await using parley = await withAgents({ first: talker });
    const mia = await parley.person("Mia", "member");
    const thread = await openThread(parley, "Plans");
    await writeAgents(
      parley,
      JSON.stringify({ first: talker, second: { ...talker, invoke_command: command("talk", "--token", "hunter2hunter2"), env: ["SOME_KEY"] } }),
    );
    await waits(parley, "second");
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "second", thread_id: thread })).body).toMatchObject({
      ok: false,
      reason: expect.stringContaining(partOf(invitingTexts.inviteWaits)) as string,
    });
    expect(await redLines(parley)).toContainEqual(expect.objectContaining({ what: "agents.second" }));
    const question = await parley.openQuestion();
    await expect
      .poll(async () => (await invitable(parley)).invalid, { timeout: 10_000, interval: 50 })
      .toMatchObject([{ agent_name: "second", question: question.id }]);
    const [shown] = (await parley.api("GET", "/api/questions?state=open")).body as { subject: { argv: string[]; environment: string[] } }[];
    expect(shown?.subject).toMatchObject({ argv: [process.execPath, "agent.mjs", "talk", "--token", "[secret]"], environment: ["SOME_KEY"] });
    expect((await parley.api("POST", `/api/questions/${question.id}/answer`, { choice: "allow" }, mia)).status).toBeGreaterThanOrEqual(400);
    expect((await parley.api("POST", `/api/questions/${question.id}/answer`, { choice: "allow" })).status).toBe(200);
    await expect
      .poll(async () => (await invitable(parley)).agents.map(({ agent_name }) => agent_name), { timeout: 10_000, interval: 50 })
      .toEqual(["first", "second"]);
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "second", thread_id: thread })).body).toMatchObject({
      ok: true,
      command_executed: expect.stringContaining("--token [secret]") as string,
    });
    await leaving(parley, thread, "left: exit 0");
    const audit = JSON.stringify((await parley.api("GET", "/api/audit?limit=200")).body);
    expect(audit).toContain("agent allowed");
  });

  it("an entry that is changed is out of force until an admin allows it over the API; agents and members may not", async () => {
    await using parley = await withAgents({ first: talker });
    const mia = await parley.person("Mia", "member");
    const lead = await parley.token({ agent: "lead", may: ["invite", "prompt"] });
    const thread = await openThread(parley, "Plans");
    await writeAgents(parley, JSON.stringify({ first: { ...talker, invoke_command: command("fail") } }));
    await waits(parley, "first");
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "first", thread_id: thread })).body).toMatchObject({ ok: false });
    const { id } = await parley.openQuestion();
    for (const token of [mia, lead])
      expect((await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" }, token)).status).toBeGreaterThanOrEqual(403);
    expect((await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" })).status).toBe(200);
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "first", thread_id: thread })).body).toMatchObject({ ok: true });
    await leaving(parley, thread, "left: exit 3");
  });

  it("removing or switching off needs no question, and what comes back after it needs a new yes", async () => {
    await using parley = await withAgents({ first: talker, second: talker });
    await writeAgents(parley, JSON.stringify({ first: { ...talker, enabled: false } }));
    await expect
      .poll(async () => (await invitable(parley)).agents.map(({ agent_name, is_invitable }) => [agent_name, is_invitable]), { timeout: 10_000, interval: 50 })
      .toEqual([["first", false]]);
    expect(await parley.questions()).toEqual([]);
    await writeAgents(parley, JSON.stringify({ first: talker, second: talker }));
    await waits(parley, "first");
    await waits(parley, "second");
    const thread = await openThread(parley, "Plans");
    for (const agent_name of ["first", "second"])
      expect((await parley.api("POST", "/api/agents/invite", { agent_name, thread_id: thread })).body).toMatchObject({ ok: false });
    await expect.poll(async () => (await parley.questions()).length, { timeout: 10_000, interval: 50 }).toBe(2);
  });

  it("a yes for an entry that is no longer there says so, and the entry is asked about anew when it comes back", async () => {
    await using parley = await withAgents({ first: talker });
    const allow = async (id: string) => (await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" })).status;
    const openIds = async () => (await parley.questions()).filter(({ state }) => state === "open").map(({ id }) => id);
    await writeAgents(parley, JSON.stringify({ first: talker, second: talker, third: talker }));
    await expect.poll(async () => (await openIds()).length, { timeout: 10_000, interval: 50 }).toBe(2);
    const known = await invitable(parley);
    const second = known.invalid.find(({ agent_name }) => agent_name === "second")?.question ?? "";
    await writeAgents(parley, JSON.stringify({ first: talker, third: talker }));
    await expect.poll(async () => (await invitable(parley)).invalid.map(({ agent_name }) => agent_name), { timeout: 10_000, interval: 50 }).toEqual(["third"]);
    expect(await allow(second)).toBe(200);
    const told = await parley.until(async () => {
      const threads = (await parley.api("GET", "/api/threads")).body as unknown as { threads: { id: string }[] };
      for (const { id } of threads.threads) {
        const line = (await parley.messages(id)).find(({ content }) => content.includes(partOf(invitingTexts.toldGone)));
        if (line !== undefined) return line.content;
      }
      return undefined;
    });
    expect(told).toContain("allowed second, but");
    await writeAgents(parley, JSON.stringify({ first: talker, second: talker, third: talker }));
    await waits(parley, "second");
    await expect.poll(async () => (await openIds()).length, { timeout: 10_000, interval: 50 }).toBe(2);
    const again = await parley.until(async () => (await invitable(parley)).invalid.find(({ agent_name }) => agent_name === "second")?.question ?? undefined);
    expect(again).not.toBe(second);
    expect(await allow(again)).toBe(200);
    await expect
      .poll(async () => (await invitable(parley)).agents.map(({ agent_name }) => agent_name), { timeout: 10_000, interval: 50 })
      .toEqual(["first", "second"]);
  });

  it("a half-written edit, and a file that others can write, keep what is in force and are named", async () => {
    await using parley = await withAgents({ first: talker });
    const thread = await openThread(parley, "Plans");
    await writeAgents(parley, '{"first": {"invoke_com');
    await expect
      .poll(async () => (await redLines(parley)).map(({ why }) => why).join(" "), { timeout: 10_000, interval: 50 })
      .toContain("It is not valid JSON");
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "first", thread_id: thread })).body).toMatchObject({ ok: true });
    await leaving(parley, thread, "left: exit 0");
    await writeAgents(parley, JSON.stringify({ first: talker }));
    await expect.poll(() => redLines(parley), { timeout: 10_000, interval: 50 }).toEqual([]);
    await chmod(join(parley.home, "config/available-agents.json"), 0o666);
    await expect.poll(async () => (await redLines(parley)).map(({ why }) => why).join(" "), { timeout: 10_000, interval: 50 }).toContain("chmod go-w");
    expect((await invitable(parley)).agents).toHaveLength(1);
  });

  it("what stands in the file at the next start is in force, and the old question is over", async () => {
    await using parley = await withAgents({ first: talker });
    await writeAgents(parley, JSON.stringify({ second: talker }));
    await waits(parley, "second");
    const question = await parley.openQuestion();
    await parley.restart();
    expect((await invitable(parley)).agents).toMatchObject([{ agent_name: "second", is_invitable: true }]);
    expect((await parley.questions()).map(({ state }) => state)).toEqual(["withdrawn"]);
    expect(await parley.api("POST", `/api/questions/${question.id}/answer`, { choice: "allow" })).toMatchObject({ status: 409 });
  });
});

describe("health", () => {
  verifies(["AW-FUT-5"], "is known from the start without running anything, and an agent that cannot be started is a red line", async () => {
    await using parley = await withAgents({ good: talker, gone: { invoke_command: "no-such-cli {thread_id}" } });
    await expect.poll(async () => (await invitable(parley)).agents.map(({ health }) => health?.ok), { timeout: 10_000, interval: 50 }).toEqual([true, false]);
    expect((await redLines(parley)).map(({ what, why }) => [what, why])).toEqual([
      ["agents.gone", "The command no-such-cli was not found in PATH. Install it, or use its full path in invoke_command."],
    ]);
    expect(await runs(parley)).toEqual([]);
  });
});

describe("from everywhere", () => {
  it("a chat invites into the thread that it shows, and reads how it went", async () => {
    await using parley = await withAgents({ talk: talker }, { yaml: "sessions: [{ name: demo, cli_type: scripted }]\ndefault_session: demo\n" });
    parley.chat.user("ola");
    const room = parley.chat.direct("ola");
    parley.chat.say("ola", room, "!!invite talk");
    await parley.chat.waitFor((chat) => chat.posted.find((message) => message.text === "talk is being started in this thread."));
    await leaving(parley, await parley.threadOf("demo"), "left: exit 0");
    parley.chat.say("ola", room, "!!invite ghost");
    const refused = await parley.chat.waitFor((chat) => chat.posted.find((message) => message.text.includes("Agent 'ghost' not found in configuration")));
    expect(refused.room).toBe(room);
  });

  it("a shell invites with parley invite, and not from inside an invited agent", async () => {
    await using parley = await withAgents({ talk: talker });
    const thread = await openThread(parley, "Plans for May");
    const shell = (env: Record<string, string>, ...words: readonly string[]) =>
      promisify(execFile)(
        process.execPath,
        ["-C", "parley-source", "src/main.ts", "invite", ...(words.length === 0 ? ["talk"] : words), "plans for may", "--home", parley.home],
        {
          env: { ...process.env, ...env },
        },
      );
    expect((await shell({})).stdout).toMatch(/^talk is being started: .*agent\.mjs talk\n$/);
    await leaving(parley, thread, "left: exit 0");
    await expect(shell({ PARLEY_SESSION: "inv_1" })).rejects.toThrow("An agent may not steer the hub it works for");
    expect(await runs(parley)).toHaveLength(1);
    const why = "Agent 'ghost' not found in configuration";
    const told = { ok: false, agent_name: "ghost", reason: why, command_executed: "", error: "NotInvitable", detail: why };
    const refused = await shell({}, "--json", "ghost").catch((cause: { stdout: string }) => cause);
    expect(JSON.parse(refused.stdout)).toEqual(told);
  });

  it("people name a thread by a topic that only one has", async () => {
    await using parley = await withAgents({ talk: talker });
    const one = await openThread(parley, "Plans");
    for (const _ of [1, 2]) await openThread(parley, "Twins");
    const invite = async (thread_id: string) => (await parley.api("POST", "/api/agents/invite", { agent_name: "talk", thread_id })).body;
    expect(await invite("plans")).toMatchObject({ ok: true });
    await leaving(parley, one, "left: exit 0");
    expect(await invite("Twins")).toMatchObject({ ok: false, reason: expect.stringContaining("Several threads are called “Twins”") as string });
    expect(await invite("Nothing")).toMatchObject({ ok: false, error: "NotFound" });
    const api = await parley.person("Ana", "admin");
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "talk", thread_id: "Plans" }, api)).body).toMatchObject({
      ok: false,
      error: "NotFound",
    });
  });
});
