import { describe, expect, it } from "vitest";
import { z } from "zod";
import { say } from "#lib/words/words";
import { invitingTexts } from "#hub/inviting/texts";
import type { TriedRouteWire } from "#protocol/routing";
import { verifies } from "#test/verifies";
import { agentScript, command, leaving, openThread, runs } from "./invitations.ts";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const scripts = {
  "coder.script": 'otherwise\n  say "coded: {prompt}"\n',
  "reviewer.script": 'otherwise\n  say "reviewed: {prompt}"\n',
  "ops.script": 'otherwise\n  say "operated: {prompt}"\n',
};

const sessions = `
sessions:
  - { name: coder, cli_type: scripted, script: coder.script }
  - { name: reviewer, cli_type: scripted, script: reviewer.script, thread_of: coder }
  - { name: ops, cli_type: scripted, script: ops.script }
default_session: coder
`;

const rules = `
routing:
  rules:
    - { name: wrong, keywords: ["(a+)+$", "review"], session: nobody }
    - { name: reviews, kinds: [review], session: reviewer }
    - { name: ops room, addresses: ["chat:ops"], session: ops }
`;

const start = (more: string): Promise<Parley> => Parley.start({ yaml: `${people}${sessions}${more}`, files: scripts });

const tried = async (parley: Parley, body: object): Promise<TriedRouteWire> =>
  (await parley.api("POST", "/api/routing/try", body)).body as unknown as TriedRouteWire;

describe("rules that are edited over the API", () => {
  const version = async (parley: Parley): Promise<string> =>
    z.object({ version: z.string() }).parse((await parley.api("GET", "/api/routing/rules")).body).version;

  it("are tried and checked without being saved, saved by an owner, and in force after a restart", async () => {
    await using parley = await start(rules);
    const seen = await version(parley);
    const draft = {
      version: seen,
      rules: [
        { was: 3, addresses: ["chat:ops"], session: "ops" },
        { was: null, keywords: ["ship*"], session: "reviewer" },
      ],
    };
    expect(await tried(parley, { text: "ship it", draft })).toMatchObject({ session: "reviewer", rule: 2 });
    expect(await tried(parley, { text: "ship it" })).not.toMatchObject({ session: "reviewer" });
    expect((await parley.api("PUT", "/api/routing/rules", { ...draft, save: false })).body).toMatchObject({ ok: true, version: seen });
    expect(await version(parley)).toBe(seen);
    const wrong = { version: seen, save: true, rules: [{ was: null, kinds: ["reveiw"], session: "reviewer" }] };
    expect((await parley.api("PUT", "/api/routing/rules", wrong)).body).toMatchObject({ ok: false, why: "invalid" });
    expect((await parley.api("PUT", "/api/routing/rules", { ...draft, save: true }, await parley.token({ person: "Bo" }))).status).toBe(403);
    expect((await parley.api("PUT", "/api/routing/rules", { ...draft, save: true })).body).toMatchObject({ ok: true });
    expect((await parley.api("PUT", "/api/routing/rules", { ...draft, save: true })).body).toMatchObject({ ok: false, why: "stale" });
    await parley.restart();
    expect(await tried(parley, { text: "ship it" })).toMatchObject({ session: "reviewer", rule: 2 });
  });
});

describe("a message that names no session", () => {
  verifies("C-14.2-4", "goes to the session that the rules choose, the same from a chat and over the API, and as the dry run said", async () => {
    await using parley = await start(rules);
    const bo = talk(parley, "bo");
    expect(await tried(parley, { text: "please review this", person: "Bo", address: `chat:${bo.room}` })).toMatchObject({ session: "reviewer", rule: 2 });
    bo.say("please review this");
    await bo.hears("reviewed: please review this");
    bo.say("write it");
    await bo.hears("coded: write it");
    bo.say("@reviewer write it anew");
    await bo.hears("reviewed: @reviewer write it anew");
    const thread = (await tried(parley, { text: "x", address: `chat:${bo.room}` })).thread?.id ?? "";
    const token = await parley.token({ person: "Bo" });
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "评审一下" }, token);
    await bo.hears("reviewed: 评审一下");
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "now write" }, token);
    await bo.hears("coded: now write");
    bo.say("!!use coder");
    await bo.hears("Switched to coder");
    bo.say("review it again");
    await bo.hears("coded: review it again");
    expect(await tried(parley, { text: "review", thread })).toMatchObject({ session: "coder", by: "chosen" });
    bo.say("!!use auto");
    await bo.hears("rules choose");
    bo.say("review it once more");
    await bo.hears("reviewed: review it once more");
  });

  it("in a chat that has no thread yet starts where a rule of that chat says", async () => {
    await using parley = await start(rules);
    const ops = talk(parley, "bo", parley.chat.group("ops", ["bo"]));
    ops.say("anything");
    await ops.hears("operated: anything");
    ops.say("review it");
    await ops.hears("operated: review it");
    expect(await tried(parley, { text: "review it", address: "chat:ops" })).toMatchObject({ session: "ops", rule: 3, thread: { topic: "ops" } });
  });

  it("leaves a rule whose session is not there to a warning, and the hub runs", async () => {
    await using parley = await start(rules);
    const { body } = await parley.api("GET", "/api/status");
    expect(JSON.stringify(body)).toContain("routing.rules[0]");
    const { rules: found, session } = await tried(parley, { text: "review" });
    expect(found.map(({ passed_over: why }) => why)).toEqual(["no-session", null, null]);
    expect(session).toBe("reviewer");
  });

  it("is decided at once, however hostile it is", async () => {
    await using parley = await start(rules);
    for (const text of ["a".repeat(90_000), `${"@".repeat(50_000)}x`, `@${"coder,".repeat(10_000)}`, `x${".".repeat(90_000)}x`, "review".repeat(15_000)])
      expect((await tried(parley, { text })).decision).toBe("prompt");
    expect((await parley.api("POST", "/api/routing/try", { text: "x", address: "nowhere" })).status).toBe(400);
    expect((await parley.api("POST", "/api/routing/try", { text: "x", thread: "../.." })).status).toBe(400);
    expect((await tried(parley, { text: "x", thread: "thr_0000000000000000000000000000" })).code).toBe("NotFound");
  });

  it("is tried and seen by owners and admins alone", async () => {
    await using parley = await start(rules);
    const [member, agent] = [await parley.token({ person: "Bo" }), await parley.token({ agent: "spy", may: ["prompt", "invite"] })];
    for (const token of [member, agent]) {
      expect((await parley.api("GET", "/api/routing", undefined, token)).status).toBe(403);
      expect((await parley.api("POST", "/api/routing/try", { text: "x" }, token)).status).toBe(403);
    }
    expect((await parley.api("GET", "/api/routing", undefined, await parley.token({ person: "Ada" }))).body).toMatchObject({
      rules: [{ number: 1, name: "wrong" }, { session: "reviewer" }, { addresses: ["chat:ops"] }],
    });
  });
});

describe("a rule that invites", () => {
  const inviting = (more = ""): string => `
routing:
  rules:
    - { name: ask talker, mention: true, invite: talker }
    - { name: help, keywords: [help], invite: shy }
  invitations: { enabled: true, per_hour: 3, per_thread: 2 ${more} }
`;
  const entries = {
    talker: { name: "Talker", invoke_command: command("talk"), auto_invite: true },
    shy: { name: "Shy", invoke_command: command("talk") },
  };
  const withRules = (yaml: string): Promise<Parley> =>
    Parley.start({ yaml: `${people}${yaml}`, files: { "agent.mjs": agentScript, "config/available-agents.json": JSON.stringify(entries) } });
  const left = async (parley: Parley, count: number): Promise<void> => {
    await parley.until(async () => ((await runs(parley)).filter(({ state }) => state === "ended").length === count ? true : undefined));
  };
  const post = (parley: Parley, thread: string, content: string, token: string) => parley.api("POST", `/api/threads/${thread}/messages`, { content }, token);

  verifies("C-14.2-4", "starts the agent for somebody who may invite, says so in the thread, and is on record with the rule", async () => {
    await using parley = await withRules(inviting());
    const ada = await parley.token({ person: "Ada" });
    const thread = await openThread(parley, "Plans");
    await post(parley, thread, "what does @talker say?", ada);
    await leaving(parley, thread, "left:");
    const contents = (await parley.messages(thread)).map(({ content }) => content);
    expect(contents).toContain(say("en", invitingTexts.invitedByRule, { who: "Ada", agent: "Talker", rule: "ask talker" }));
    expect(contents).toContain("hello from the invited one");
    const { records } = z
      .object({ records: z.array(z.object({ kind: z.string(), data: z.record(z.string(), z.unknown()) })) })
      .parse((await parley.api("GET", "/api/audit?limit=100")).body);
    expect(records.find(({ data }) => data["did"] === "invited")?.data).toMatchObject({ agent: "talker", thread, rule: "ask talker" });
  });

  it("is silent for members, agents and strangers, and for an agent that does not allow it", async () => {
    await using parley = await withRules(inviting());
    const thread = await openThread(parley, "Plans");
    await post(parley, thread, "@talker", await parley.token({ person: "Bo" }));
    await post(parley, thread, "@talker", await parley.token({ agent: "spy", may: ["invite", "prompt"] }));
    await post(parley, thread, "help", await parley.token({ person: "Ada" }));
    talk(parley, "eve").say("@talker help");
    await talk(parley, "eve").hears("pairing code");
    const ada = talk(parley, "ada");
    ada.say("hello");
    await ada.hears("session");
    expect(await runs(parley)).toEqual([]);
    const body = { text: "@talker help", thread };
    expect((await tried(parley, body)).rules.map(({ invites }) => invites)).toEqual(["yes", "not-allowed"]);
    expect((await tried(parley, { ...body, person: "Bo" })).rules.map(({ invites }) => invites)).toEqual(["no-right", "no-right"]);
  });

  it("stops at its budgets, which invitations by hand and a restart do not reset", async () => {
    await using parley = await withRules(inviting());
    const ada = await parley.token({ person: "Ada" });
    const [first, second] = [await openThread(parley, "One"), await openThread(parley, "Two")];
    await post(parley, first, "@talker", ada);
    await left(parley, 1);
    await post(parley, first, "@talker", ada);
    await left(parley, 2);
    await post(parley, first, "@talker once more", ada);
    expect((await tried(parley, { text: "@talker", thread: first })).rules[0]?.invites).toBe("thread");
    await parley.api("POST", "/api/agents/invite", { agent_name: "shy", thread_id: second }, ada);
    await left(parley, 3);
    await parley.restart();
    await post(parley, second, "@talker", ada);
    expect((await tried(parley, { text: "@talker", thread: second })).rules[0]?.invites).toBe("hour");
    expect(await runs(parley)).toHaveLength(3);
    expect(JSON.stringify((await parley.api("GET", "/api/audit?limit=100")).body)).toContain("budget per hour");
  });

  it("does not invite twice for words said at the same time, nor for a repeated request", async () => {
    await using parley = await withRules(inviting(", per_day: 1"));
    const ada = await parley.token({ person: "Ada" });
    const threads = await Promise.all(["One", "Two", "Three"].map((topic) => openThread(parley, topic)));
    await Promise.all(threads.map((thread) => post(parley, thread, "@talker", ada)));
    await left(parley, 1);
    expect((await runs(parley)).filter(({ state }) => state !== "refused")).toHaveLength(1);
  });

  it("makes no loop: what the invited agent says invites nobody", async () => {
    await using parley = await Parley.start({
      yaml: `${people}routing: { rules: [{ keywords: [hello], invite: talker }], invitations: { enabled: true } }`,
      files: { "agent.mjs": agentScript, "config/available-agents.json": JSON.stringify(entries) },
    });
    const thread = await openThread(parley, "Plans");
    await post(parley, thread, "hello", await parley.token({ person: "Ada" }));
    await leaving(parley, thread, "left:");
    expect((await parley.messages(thread)).map(({ content }) => content)).toContain("hello from the invited one");
    expect(await runs(parley)).toHaveLength(1);
  });

  it("is off unless the configuration turns it on", async () => {
    await using parley = await withRules("routing: { rules: [{ mention: true, invite: talker }] }");
    const thread = await openThread(parley, "Plans");
    await post(parley, thread, "@talker", await parley.token({ person: "Ada" }));
    expect(await runs(parley)).toEqual([]);
    expect((await tried(parley, { text: "@talker", thread })).rules[0]?.invites).toBe("off");
  });
});
