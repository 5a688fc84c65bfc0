import { say } from "#lib/words/words";
import { busTexts } from "#hub/bus/texts";
import { beforeEach, describe, expect, it } from "vitest";
import { codesOf, operator, refusalOf, type AgentActor, type PersonActor } from "#test/fakes/bus-hub";
import { meetForEach, nobodyYet } from "#test/fakes/bus-meeting";

let { rig, ann, bob, thread } = nobodyYet;
let cara: AgentActor;
let mia: PersonActor;
meetForEach((met) => ({ rig, ann, bob, thread } = met));
beforeEach(async () => {
  cara = await rig.agent("Cara");
  mia = await rig.person("Mia");
});

describe("creating a thread", () => {
  it("of a topic that is there gives that thread, with a token for none of its lines", async () => {
    await rig.fill(thread, 3);
    const again = await rig.bus.createThread(bob, { topic: "  release " });
    expect(again).toMatchObject({ created: false, thread: { id: thread, seq: 3 }, sync: { currentSeq: 0 } });
    expect(await refusalOf(rig.postAt(bob, thread, again.sync))).toMatchObject({ code: "SeqMismatch" });
  });

  it("by many at once makes one", async () => {
    const made = await Promise.all([ann, bob, cara, mia].map((by) => rig.bus.createThread(by, { topic: "together" })));
    expect(new Set(made.map((one) => one.thread.id)).size).toBe(1);
    expect(made.filter((one) => one.created)).toHaveLength(1);
  });

  it("keeps system prompt, template and metadata, and who leads it", async () => {
    const { thread: made } = await rig.bus.createThread(bob, { topic: "review it", template: "code-review", metadata: { ticket: 7 } });
    const { details } = await rig.bus.thread(mia, made.id);
    expect(details).toMatchObject({ template: "code-review", metadata: { ticket: 7 }, admin: bob.id });
    expect(details.systemPrompt).toMatch(/review one change together/);
    const own = await rig.bus.createThread(bob, { topic: "own words", template: "code-review", systemPrompt: "Be brief." });
    expect(own.details.systemPrompt).toBe("Be brief.");
  });

  it("is refused without a topic, with one of a megabyte, and with a template that is not there", async () => {
    for (const topic of ["", "   ", "x".repeat(1_000_000)]) expect(await refusalOf(rig.bus.createThread(bob, { topic }))).toMatchObject({ code: "BadRequest" });
    expect(await refusalOf(rig.bus.createThread(bob, { topic: "t", template: "none" }))).toMatchObject({ code: "BadRequest", data: { template: "none" } });
  });

  it("of a topic that somebody else's closed thread has makes a new one", async () => {
    await rig.store.accept({
      at: 1,
      thread: { id: "thr_private", topic: "private", access: "closed", createdBy: { kind: "person", id: mia.id, name: "Mia" }, at: 1, participants: [mia.id] },
    });
    const made = await rig.bus.createThread(bob, { topic: "private" });
    expect(made).toMatchObject({ created: true });
    expect(made.thread.id).not.toBe("thr_private");
  });
});

describe("closing, archiving, renaming, deleting", () => {
  it("an agent that takes no part may do none of it, and each try is on record", async () => {
    expect(
      await codesOf([
        rig.bus.close(cara, thread),
        rig.bus.setStatus(cara, thread, "archived"),
        rig.bus.setStatus(cara, thread, "closed"),
        rig.bus.rename(cara, thread, "mine"),
        rig.bus.remove(cara, thread),
        rig.bus.settings(cara, thread, { coordinator: false }),
      ]),
    ).toEqual(["NotAllowed"]);
    expect(await rig.refusals()).toMatchObject([{ who: cara.id, code: "NotAllowed" }]);
    expect((await rig.bus.thread(mia, thread)).thread).toMatchObject({ status: "discuss", topic: "release" });
  });

  it("one that takes part may close, archive and set the state, not rename nor delete", async () => {
    await rig.post(bob, thread, "hello");
    await rig.bus.setStatus(bob, thread, "implement");
    expect((await rig.bus.thread(bob, thread)).thread.status).toBe("implement");
    expect(await codesOf([rig.bus.rename(bob, thread, "mine"), rig.bus.remove(bob, thread)])).toEqual(["NotAllowed"]);
    expect(await rig.bus.close(bob, thread, "Done.")).toBe(true);
    await rig.bus.setStatus(bob, thread, "archived");
    expect((await rig.bus.thread(bob, thread)).thread.status).toBe("archived");
  });

  it("an agent deletes what it made only while no person has spoken there, and the try is on record", async () => {
    const [alone, shared] = [await rig.thread(bob, "alone"), await rig.thread(bob, "shared")];
    for (const id of [alone, shared]) await rig.post(bob, id, "hello");
    await rig.hub.say({ by: mia, surface: "page", thread: shared, text: "hi" });
    expect(await rig.bus.remove(bob, alone)).toBe(true);
    expect(await refusalOf(rig.bus.remove(bob, shared))).toMatchObject({ code: "NotAllowed" });
    expect(await rig.refusals()).toMatchObject([{ who: bob.id, code: "NotAllowed", about: `delete thread ${shared}` }]);
    expect((await rig.bus.thread(mia, shared)).thread.topic).toBe("shared");
  });

  it("a member takes part once they have spoken", async () => {
    expect(await refusalOf(rig.bus.close(mia, thread))).toMatchObject({ code: "NotAllowed" });
    await rig.hub.say({ by: mia, surface: "page", thread, text: "enough" });
    expect(await rig.bus.close(mia, thread)).toBe(true);
  });

  it("its creator and an admin may do all of it", async () => {
    const ada = await rig.person("Ada", "admin");
    await rig.bus.rename(ann, thread, "release 2");
    expect((await rig.bus.thread(mia, thread)).thread.topic).toBe("release 2");
    expect(await rig.bus.remove(ada, thread)).toBe(true);
    expect(await refusalOf(rig.bus.thread(ann, thread))).toMatchObject({ code: "NotFound" });
    const { records } = await rig.hub.access.audit(operator, { limit: 5 });
    expect(records[0]).toMatchObject({ who: ada.id, data: { did: "thread deleted", topic: "release 2" } });
  });

  it("closing says who and why, in the thread and in its details, once", async () => {
    expect(await rig.bus.close(ann, thread, "Shipped.")).toBe(true);
    expect(await rig.bus.close(ann, thread, "Again.")).toBe(false);
    const lines = await rig.store.messages({ sees: "all" }, thread, { limit: 10 });
    expect(lines).toMatchObject([
      { author: { kind: "agent", id: ann.id }, role: "assistant", text: "Shipped." },
      { author: { kind: "hub" }, role: "system", text: "Ann (m1) closed this thread." },
    ]);
    const { thread: after, details } = await rig.bus.thread(mia, thread);
    expect(after.status).toBe("closed");
    expect(details).toMatchObject({ summary: "Shipped.", closedAt: rig.clock.now() });
  });

  it("a topic that another thread has is not taken", async () => {
    await rig.thread(ann, "other");
    expect(await refusalOf(rig.bus.rename(ann, thread, "other"))).toMatchObject({ code: "NameTaken" });
    expect(await refusalOf(rig.bus.rename(ann, thread, "x".repeat(201)))).toMatchObject({ code: "BadRequest" });
  });
});

describe("settings", () => {
  it("are read by whoever sees the thread and changed by whoever takes part", async () => {
    expect(await rig.bus.settings(cara, thread)).toEqual({ coordinator: true, timeoutSeconds: 60, switchTimeoutSeconds: 60 });
    expect(await rig.bus.settings(ann, thread, { timeoutSeconds: 30 })).toEqual({ coordinator: true, timeoutSeconds: 30, switchTimeoutSeconds: 60 });
    expect(await rig.bus.settings(cara, thread)).toMatchObject({ timeoutSeconds: 30 });
  });

  it("stay within what a timer can keep", async () => {
    for (const seconds of [29, 0, -1, Number.NaN]) {
      const refusal = await refusalOf(rig.bus.settings(ann, thread, { timeoutSeconds: seconds }));
      expect(refusal).toMatchObject({ code: "BadRequest", message: "timeout_seconds must be at least 30" });
    }
    expect(await refusalOf(rig.bus.settings(ann, thread, { switchTimeoutSeconds: 29 }))).toMatchObject({
      message: "switch_timeout_seconds must be at least 30",
    });
    expect(await refusalOf(rig.bus.settings(ann, thread, { timeoutSeconds: 1e9 }))).toMatchObject({ code: "BadRequest" });
    expect(await rig.bus.settings(ann, thread)).toMatchObject({ timeoutSeconds: 60, switchTimeoutSeconds: 60 });
  });
});

describe("templates", () => {
  const mine = { id: "mine", name: "Mine", description: "", systemPrompt: "Hello.", metadata: { kind: "x" } };

  it("come with the hub, and are added to by anybody who may speak", async () => {
    await rig.bus.addTemplate(bob, mine);
    expect((await rig.bus.templates()).map(({ id, builtin }) => `${id} ${builtin}`)).toEqual([
      "code-review true",
      "security-audit true",
      "architecture true",
      "brainstorm true",
      "mine false",
    ]);
    expect((await rig.bus.createThread(bob, { topic: "t", template: "mine" })).details).toMatchObject({ systemPrompt: "Hello.", metadata: { kind: "x" } });
  });

  it("keep their ids to themselves", async () => {
    await rig.bus.addTemplate(bob, mine);
    expect(await refusalOf(rig.bus.addTemplate(ann, mine))).toMatchObject({ code: "NameTaken" });
    expect(await refusalOf(rig.bus.addTemplate(ann, { ...mine, id: "brainstorm" }))).toMatchObject({ code: "NameTaken" });
  });

  it("are removed by an admin, never those that come with the hub", async () => {
    await rig.bus.addTemplate(bob, mine);
    expect(await refusalOf(rig.bus.dropTemplate(bob, "mine"))).toMatchObject({ code: "NotAllowed" });
    expect(await refusalOf(rig.bus.dropTemplate(operator, "brainstorm"))).toMatchObject({ code: "NotAllowed" });
    expect(await rig.bus.dropTemplate(operator, "mine")).toBe(true);
    expect(await rig.bus.dropTemplate(operator, "mine")).toBe(false);
  });
});

describe("the export", () => {
  it("is the whole thread as Markdown, each line as it stands", async () => {
    const { id } = await rig.post(ann, thread, "teh first");
    await rig.bus.edit(ann, id, "the first");
    await rig.fill(thread, 1_100);
    let text = "";
    let pieces = 0;
    for await (const piece of rig.bus.exported(mia, thread)) {
      text += piece;
      pieces += 1;
    }
    expect(text).toMatch(/^# release\n\n## 1\. Ann \(m1\), 20\d\d-.*\n\n> the first\n/);
    expect(text.match(/^## /gm)).toHaveLength(1_101);
    expect(pieces).toBeGreaterThan(2);
  });
});

describe("everybody waiting for everybody", () => {
  const told = async (): Promise<readonly string[]> => (await rig.texts(thread)).filter((text) => text.includes("is waiting for someone else"));
  const keepWaiting = (agent: AgentActor): void => {
    const again = async (after: number): Promise<void> => {
      const { sync } = await rig.wait(agent, thread, after, { timeoutMs: 600_000 });
      if (rig.clock.now() < start + 1_800_000) await again(sync.currentSeq);
    };
    again(0).catch(() => {});
  };
  let start: number;

  beforeEach(async () => {
    start = rig.clock.now();
    await rig.post(ann, thread, "I wait for Bob");
    await rig.post(bob, thread, "I wait for Ann");
  });

  it("is told to the people, once per quiet", async () => {
    keepWaiting(ann);
    keepWaiting(bob);
    await rig.untilWaiting(thread, 2);
    await rig.clock.advance(59_000);
    expect(await told()).toEqual([]);
    await rig.clock.advance(2_000);
    expect(await told()).toEqual([say("en", busTexts.everybodyWaits, { names: "Ann (m1), Bob (m1)" })]);
    await rig.clock.advance(300_000);
    expect(await told()).toHaveLength(1);
    await rig.hub.say({ by: mia, surface: "page", thread, text: "Ann first" });
    await rig.untilWaiting(thread, 2);
    await rig.clock.advance(61_000);
    expect(await told()).toHaveLength(2);
  });

  it("is not said while one of them works", async () => {
    await rig.post(cara, thread, "I work");
    keepWaiting(ann);
    keepWaiting(bob);
    await rig.untilWaiting(thread, 2);
    for (let minute = 0; minute < 5; minute++) {
      await rig.clock.advance(50_000);
      await rig.bus.heartbeat(cara, cara.id);
    }
    expect(await told()).toEqual([]);
    await rig.clock.advance(180_000);
    expect(await told()).toHaveLength(1);
  });

  it("is not said of one who waits alone, nor where it is turned off", async () => {
    keepWaiting(ann);
    await rig.untilWaiting(thread, 1);
    await rig.clock.advance(120_000);
    expect(await told()).toEqual([]);
    await rig.bus.settings(ann, thread, { coordinator: false });
    keepWaiting(bob);
    await rig.untilWaiting(thread, 2);
    await rig.clock.advance(120_000);
    expect(await told()).toEqual([]);
  });

  it("takes as long as the thread's settings say", async () => {
    await rig.bus.settings(ann, thread, { timeoutSeconds: 30 });
    keepWaiting(ann);
    keepWaiting(bob);
    await rig.untilWaiting(thread, 2);
    await rig.clock.advance(31_000);
    expect(await told()).toHaveLength(1);
  });
});
