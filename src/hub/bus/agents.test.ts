import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ThreadId } from "#domain/ids";
import { aCard, BusHub, codesOf, operator, refusalOf, type AgentActor } from "#test/fakes/bus-hub";
import { verifies } from "#test/verifies";
import { busTexts } from "#hub/bus/texts";
import { partOf } from "#test/part-of";

let rig: BusHub;
let thread: ThreadId;

beforeEach(async () => {
  rig = await BusHub.start();
  thread = await rig.thread(operator);
});
afterEach(() => rig[Symbol.asyncDispose]());

describe("registering", () => {
  it("under a person's token makes an agent of theirs, whose token is shown this once", async () => {
    const mia = await rig.person("Mia");
    const { agent, token } = await rig.bus.register(mia, { ...aCard, ide: "Cursor", model: "gpt", displayName: "Cee" });
    expect(agent).toMatchObject({ name: "Cursor (gpt)", displayName: "Cee", aliasSource: "user", owner: mia.id, lastActivity: "registered" });
    expect(await rig.hub.access.bearer(token ?? "")).toMatchObject({ kind: "agent", id: agent.id, name: "Cee", may: [] });
    expect(JSON.stringify([await rig.bus.agents(mia), await rig.bus.agent(mia, agent.id), await rig.hub.access.tokens(operator)])).not.toContain(token);
  });

  it("twice under a person's token makes two, told apart by a number", async () => {
    const mia = await rig.person("Mia");
    const [first, second] = [await rig.bus.register(mia, aCard), await rig.bus.register(mia, aCard)];
    expect([first.agent.name, second.agent.name]).toEqual(["Editor (m1)", "Editor (m1) 2"]);
    expect(first.agent.id).not.toBe(second.agent.id);
  });

  it("under an agent's own token is the same agent, renamed, and shows no token", async () => {
    const made = await rig.hub.access.createToken(operator, { agent: "bee", may: [] });
    const bee = await rig.hub.access.bearer(made.token);
    expect(bee).toMatchObject({ id: made.agent, name: "bee" });
    const first = await rig.bus.register(bee ?? operator, aCard);
    expect(first).toMatchObject({ agent: { id: made.agent, name: "Editor (m1)" } });
    expect(first.token).toBeUndefined();
    const second = await rig.bus.register(bee ?? operator, { ...aCard, model: "m2" });
    expect(second).toMatchObject({ agent: { id: made.agent, name: "Editor (m2)", at: first.agent.at } });
    expect(await rig.bus.agents(operator)).toHaveLength(1);
  });

  it("gives the name under which the agent's lines stand from then on, at once", async () => {
    const made = await rig.hub.access.createToken(operator, { agent: "bee", may: [] });
    await rig.hub.access.bearer(made.token);
    await rig.bus.register({ kind: "agent", id: made.agent ?? "agt_", name: "bee", may: [] }, aCard);
    const by = await rig.hub.access.bearer(made.token);
    expect((await rig.post(by ?? operator, thread, "hello")).author).toEqual({ kind: "agent", id: made.agent, name: "Editor (m1)" });
  });

  it("takes nobody else's name: not a person's, not the hub's, not another agent's", async () => {
    await rig.person("Editor (m1)");
    expect((await rig.agent("Editor")).name).toBe("Editor (m1) 2");
    const shown = async (displayName: string): Promise<string | undefined> => (await rig.bus.register(operator, { ...aCard, displayName })).agent.displayName;
    await rig.person("Mia");
    expect(await shown("Mia")).toBe("Mia 2");
    expect(await shown(" m\u200bia")).toBe("mia 3");
    expect(await shown("Parley")).toBe("Parley 2");
    expect(await shown("EDITOR (m1)")).toBe("EDITOR (m1) 6");
    expect(await Promise.all([shown("Bee"), shown("Bee")])).toEqual(["Bee", "Bee 2"]);
  });

  it("takes no name that only looks like another, and none that mixes alphabets in a word", async () => {
    await rig.person("Ola");
    await rig.person("MAX");
    const cara = await rig.agent("Cara");
    const shown = async (displayName: string): Promise<string | undefined> => (await rig.bus.update(cara, cara.id, { displayName })).agent.displayName;
    for (const unseen of ["\u3164", "\u2800", "\u115f", "\u034f", "\u202e"]) expect(await shown(`Ola${unseen}`)).toBe("Ola 2");
    expect(await shown("OIa")).toBe("OIa 2");
    expect(await shown("МАХ")).toBe("МАХ 2");
    const refused = [shown("Оla"), rig.bus.register(cara, { ...aCard, ide: "Cursоr" }), rig.hub.access.createToken(operator, { agent: "раrley", may: [] })];
    expect(await codesOf(refused)).toEqual(["BadRequest"]);
    expect((await refusalOf(shown("Оla"))).message).toContain(partOf(busTexts.nameMixed));
    expect(await rig.refusals()).toMatchObject([{ who: cara.id, code: "BadRequest", about: "take a misleading name" }]);
  });

  it("takes no name with a role in brackets, in no part of it, and hides one that was stored before", async () => {
    const cara = await rig.agent("Cara");
    const mia = await rig.person("Mia");
    const refused = [
      rig.bus.update(cara, cara.id, { displayName: "Olga (owner)" }),
      rig.bus.register(mia, { ...aCard, ide: "奥尔加【管理员】" }),
      rig.bus.register(mia, { ...aCard, displayName: "Olga ［ad\u200bmin］" }),
      rig.hub.access.createToken(operator, { agent: "bee (system)", may: [] }),
      rig.hub.access.addPerson(operator, { name: "Bob (owner)", role: "member", accounts: [] }),
    ];
    expect(await codesOf(refused)).toEqual(["BadRequest"]);
    // The brackets around a model are the hub's, so that a model called so is left out of them.
    for (const model of ["owner", "human", "o w n e r"])
      expect((await rig.bus.register(cara, { ...aCard, ide: "Olga", model })).agent).toMatchObject({ name: "Olga", model });
    const { agent } = await rig.bus.agent(operator, cara.id);
    await rig.store.putAgent({ ...agent, displayName: "Olga (owner)" });
    expect((await rig.bus.agent(operator, cara.id)).agent.displayName).toBe("Olga");
  });

  it("keeps the name it shows when it registers again, and can give it up", async () => {
    const cara = await rig.agent("Cara", { displayName: "Cee" });
    expect((await rig.bus.register(cara, { ...aCard, ide: "Cara", displayName: "Cee" })).agent.displayName).toBe("Cee");
    expect((await rig.bus.update(cara, cara.id, { displayName: "Dee" })).agent.displayName).toBe("Dee");
    expect(await rig.hub.access.bearer(cara.token)).toMatchObject({ name: "Dee" });
    expect((await rig.bus.register(operator, { ...aCard, displayName: "Cee" })).agent.displayName).toBe("Cee");
  });

  verifies("AW-API-1", "keeps resume_command as metadata that nothing runs, neither when the agent goes nor when it comes back", async () => {
    const mark = join(tmpdir(), `parley-resumed-${process.pid}`);
    const cara = await rig.agent("Cara", { resumeCommand: `touch ${mark}` });
    const { agent, isInvitable } = await rig.bus.agent(operator, cara.id);
    expect(agent.resumeCommand).toBe(`touch ${mark}`);
    expect(isInvitable).toBe(false);
    await rig.bus.register(cara, { ...aCard, resumeCommand: `touch ${mark}` });
    await rig.bus.unregister(cara, cara.id);
    expect(existsSync(mark)).toBe(false);
  });

  it("is on record, and the new token is told to the owner", async () => {
    const mia = await rig.person("Mia");
    const { agent } = await rig.bus.register(mia, aCard);
    const { records } = await rig.hub.access.audit(operator, { limit: 10 });
    expect(records[0]).toMatchObject({ kind: "access", who: mia.id, data: { did: "token created", agent: agent.name } });
  });
});

describe("who is there", () => {
  it("is whoever gave a sign of life within a minute", async () => {
    const cara = await rig.agent("Cara");
    await rig.clock.advance(59_999);
    expect(await rig.bus.agent(operator, cara.id)).toMatchObject({ isOnline: true, isAvailable: true });
    await rig.clock.advance(1);
    expect(await rig.bus.agent(operator, cara.id)).toMatchObject({ isOnline: false, isAvailable: false });
    await rig.bus.heartbeat(cara, cara.id);
    expect(await rig.bus.agent(operator, cara.id)).toMatchObject({ isOnline: true, agent: { lastActivity: "heartbeat", lastHeartbeat: rig.clock.now() } });
  });

  it("is whoever waits, however long", async () => {
    const cara = await rig.agent("Cara");
    void rig.wait(cara, thread, 0, { timeoutMs: 600_000 });
    await rig.untilWaiting(thread, 1);
    await rig.clock.advance(300_000);
    expect(await rig.bus.agent(operator, cara.id)).toMatchObject({ isOnline: true, agent: { lastActivity: "waiting" } });
    expect(await rig.bus.waits(operator, thread)).toMatchObject([{ agent: cara.id, timeoutMs: 600_000 }]);
  });

  it("shows what each did last, without writing at every step", async () => {
    const cara = await rig.agent("Cara");
    await rig.clock.advance(1_000);
    await rig.post(cara, thread, "hello");
    expect((await rig.bus.agent(operator, cara.id)).agent).toMatchObject({ lastActivity: "posted", lastActivityAt: rig.clock.now() });
    expect(await rig.store.registeredAgent(cara.id)).toMatchObject({ lastActivity: "registered" });
    await rig.clock.advance(20_000);
    await rig.bus.heartbeat(cara, cara.id);
    await rig.clock.settle();
    expect(await rig.store.registeredAgent(cara.id)).toMatchObject({ lastActivity: "heartbeat", lastHeartbeat: rig.clock.now() });
  });

  it("lists those who spoke or wait in a thread as its members", async () => {
    const [cara, dan, eve] = [await rig.agent("Cara"), await rig.agent("Dan"), await rig.agent("Eve")];
    await rig.post(cara, thread, "hello");
    void rig.wait(dan, thread, 1);
    await rig.untilWaiting(thread, 1);
    const members = (await rig.bus.members(operator, thread)).map((row) => row.agent.id);
    expect(members.toSorted()).toEqual([cara.id, dan.id].toSorted());
    expect(members).not.toContain(eve.id);
  });

  verifies("AW-FLOW-3", "ends with good-bye: the token is worth nothing, the lines keep their author", async () => {
    const cara = await rig.agent("Cara");
    await rig.post(cara, thread, "I was here");
    await rig.bus.unregister(cara, cara.id);
    expect(await rig.hub.access.bearer(cara.token)).toBeUndefined();
    expect(await rig.bus.agents(operator)).toEqual([]);
    expect((await rig.bus.read(operator, thread, { afterSeq: 0, limit: 1 })).messages).toMatchObject([{ author: { id: cara.id, name: cara.name } }]);
  });
});

describe("nobody acts as somebody else", () => {
  let cara: AgentActor;
  let dan: AgentActor;

  beforeEach(async () => {
    cara = await rig.agent("Cara");
    dan = await rig.agent("Dan");
  });

  it("an agent may not update, unregister, kick nor keep another one alive, and each try is on record", async () => {
    expect(
      await codesOf([
        rig.bus.update(dan, cara.id, { description: "mine" }),
        rig.bus.unregister(dan, cara.id),
        rig.bus.kick(dan, cara.id),
        rig.bus.heartbeat(dan, cara.id),
        rig.bus.kick({ ...dan, may: ["invite", "prompt"] }, cara.id),
      ]),
    ).toEqual(["NotAllowed"]);
    expect(await rig.refusals()).toMatchObject([{ who: dan.id, code: "NotAllowed" }]);
    expect(await rig.bus.agent(operator, cara.id)).toMatchObject({ isOnline: true, agent: { description: "" } });
  });

  it("a member may not touch an agent of somebody else's, and may their own", async () => {
    const mia = await rig.person("Mia");
    const { agent } = await rig.bus.register(mia, { ...aCard, ide: "Hers" });
    expect(await refusalOf(rig.bus.kick(mia, cara.id))).toMatchObject({ code: "NotAllowed" });
    expect(await rig.bus.update(mia, agent.id, { description: "hers" })).toMatchObject({ agent: { description: "hers", name: agent.name } });
    await rig.bus.kick(mia, agent.id);
    expect(await rig.bus.agent(mia, agent.id)).toMatchObject({ isOnline: false });
  });

  it("a change of one field leaves the others", async () => {
    await rig.bus.update(cara, cara.id, { description: "reads code", capabilities: ["review"] });
    expect((await rig.bus.update(cara, cara.id, { displayName: "Cee" })).agent).toMatchObject({
      description: "reads code",
      capabilities: ["review"],
      displayName: "Cee",
      aliasSource: "user",
    });
  });

  it("an agent may not edit nor take back what another one said", async () => {
    const { id } = await rig.post(cara, thread, "mine");
    await rig.bus.react(cara, id, "+1");
    expect(await refusalOf(rig.bus.edit(dan, id, "yours"))).toMatchObject({ code: "NotAllowed" });
    expect(await rig.bus.unreact(dan, id, "+1")).toBe(false);
    expect((await rig.bus.message(cara, id)).state).toMatchObject({ text: "mine", reactions: [{ by: cara.id }] });
  });

  it("an agent that is not there is not found, and asking is on record", async () => {
    expect(await refusalOf(rig.bus.agent(dan, "agt_nobody"))).toMatchObject({ code: "NotFound" });
    expect(await rig.refusals()).toMatchObject([{ who: dan.id, code: "NotFound", about: "agent agt_nobody" }]);
  });
});

describe("a join token", () => {
  it("opens its thread and shows nothing else of the hub", async () => {
    const cara = await rig.agent("Cara");
    const dan = await rig.agent("Dan");
    const other = await rig.thread(cara, "another");
    const { id: elsewhere } = await rig.post(cara, other, "elsewhere");
    await rig.post(dan, thread, "hello here");
    const eve = await rig.invited("Eve", thread);
    await rig.post(eve, thread, "hello");
    expect((await rig.bus.threads(eve, { archived: true, limit: 10 })).threads.map(({ id }) => id)).toEqual([thread]);
    expect((await rig.bus.agents(eve)).map((row) => row.agent.id).toSorted()).toEqual([dan.id, eve.id].toSorted());
    expect(await rig.bus.search(eve, "elsewhere", { limit: 10 })).toEqual([]);
    expect(
      await codesOf([
        rig.bus.thread(eve, other),
        rig.bus.read(eve, other, { afterSeq: 0, limit: 1 }),
        rig.wait(eve, other, 0),
        rig.bus.syncContext(eve, other),
        rig.bus.post(eve, { thread: other, text: "x", surface: "mcp", unsynced: true }),
        rig.bus.message(eve, elsewhere),
        rig.bus.edits(eve, elsewhere),
        rig.bus.react(eve, elsewhere, "+1"),
        rig.bus.members(eve, other),
        rig.bus.waits(eve, other),
        rig.bus.settings(eve, other),
        rig.bus.close(eve, other),
        rig.bus.remove(eve, other),
        rig.bus.agent(eve, cara.id),
        rig.bus.exported(eve, other)[Symbol.asyncIterator]().next(),
      ]),
    ).toEqual(["NotFound"]);
    expect(
      await codesOf([
        rig.bus.createThread(eve, { topic: "mine" }),
        rig.bus.addTemplate(eve, { id: "t", name: "T", description: "", systemPrompt: "", metadata: {} }),
        rig.bus.dropTemplate(eve, "t"),
        rig.bus.metrics(eve),
      ]),
    ).toEqual(["NotAllowed"]);
    expect(await rig.store.threadByTopic({ sees: "all" }, "mine")).toBeUndefined();
  });

  it("does not open its own thread's topic elsewhere: joining by topic finds only what is seen", async () => {
    const eve = await rig.invited("Eve", thread);
    expect(await refusalOf(rig.bus.createThread(eve, { topic: "release" }))).toMatchObject({ code: "NotAllowed" });
  });
});
