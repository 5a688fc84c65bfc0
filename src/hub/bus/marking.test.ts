import { describe, expect, it } from "vitest";
import { operator, refusalOf } from "#test/fakes/bus-hub";
import { meetForEach, nobodyYet } from "#test/fakes/bus-meeting";

let { rig, ann, bob, thread } = nobodyYet;
meetForEach((met) => ({ rig, ann, bob, thread } = met));

describe("an edit", () => {
  it("keeps what stood there before, oldest first, with who and when", async () => {
    const { id } = await rig.post(ann, thread, "one");
    await rig.clock.advance(1_000);
    expect(await rig.bus.edit(ann, id, "two")).toEqual({ changed: true, version: 1, at: rig.clock.now() });
    const ada = await rig.person("Ada", "admin");
    await rig.bus.edit(ada, id, "three");
    expect(await rig.bus.edits(bob, id)).toMatchObject([
      { version: 1, oldText: "one", by: ann.id },
      { version: 2, oldText: "two", by: ada.id },
    ]);
    expect((await rig.bus.message(bob, id)).state).toMatchObject({ text: "three", version: 2 });
  });

  it("to the same text changes nothing", async () => {
    const { id } = await rig.post(ann, thread, "one");
    expect(await rig.bus.edit(ann, id, "one")).toMatchObject({ changed: false, version: 0 });
    expect(await rig.bus.edits(ann, id)).toEqual([]);
  });

  it("puts nobody out of step: a token stays good", async () => {
    const { id } = await rig.post(ann, thread, "one");
    const sync = await rig.bus.syncContext(bob, thread);
    await rig.bus.edit(ann, id, "uno");
    await rig.bus.react(ann, id, "+1");
    expect((await rig.postAt(bob, thread, sync)).message.seq).toBe(2);
  });

  it("of a message that is not there, or not to be seen, is not found", async () => {
    expect(await refusalOf(rig.bus.edit(ann, "msg_nothing", "x"))).toMatchObject({ code: "NotFound" });
    const eve = await rig.invited("Eve", thread);
    const { id } = await rig.post(ann, await rig.thread(ann, "another"), "elsewhere");
    expect(await refusalOf(rig.bus.edit(eve, id, "x"))).toMatchObject({ code: "NotFound" });
  });
});

describe("a reaction", () => {
  it("is one however often it is given, and belongs to whoever gave it", async () => {
    const { id } = await rig.post(ann, thread, "one");
    const first = await rig.bus.react(bob, id, "+1");
    expect(first).toMatchObject({ reaction: "+1", by: bob.id, name: bob.name });
    expect((await rig.bus.react(bob, id, "+1")).id).toBe(first.id);
    await rig.bus.react(ann, id, "+1");
    expect((await rig.bus.message(ann, id)).state.reactions).toHaveLength(2);
    expect(await rig.bus.unreact(bob, id, "+1")).toBe(true);
    expect(await rig.bus.unreact(bob, id, "+1")).toBe(false);
    expect((await rig.bus.message(ann, id)).state.reactions).toMatchObject([{ by: ann.id }]);
  });
});

describe("in a thread that is closed or archived", () => {
  it.each(["closed", "archived"] as const)("(%s) nothing is edited or reacted to, and reactions stay", async (status) => {
    const { id } = await rig.post(ann, thread, "one");
    await rig.bus.react(bob, id, "+1");
    await rig.bus.setStatus(operator, thread, status);
    const tries = [rig.bus.edit(ann, id, "two"), rig.bus.edit(operator, id, "two"), rig.bus.react(ann, id, "+1"), rig.bus.unreact(bob, id, "+1")];
    for (const one of tries) expect(await refusalOf(one)).toMatchObject({ code: "ThreadClosed" });
    expect((await rig.bus.message(ann, id)).state).toMatchObject({ version: 0, reactions: [{ by: bob.id }] });
    await rig.bus.setStatus(operator, thread, "discuss");
    expect(await rig.bus.edit(ann, id, "two")).toMatchObject({ changed: true });
  });
});

describe("searching", () => {
  it("finds two-character Chinese words inside a sentence, and what was edited", async () => {
    await rig.post(ann, thread, "我们明天发布新版本");
    const { id } = await rig.post(ann, thread, "nothing here");
    await rig.post(bob, thread, "版本");
    const hits = await rig.bus.search(bob, "版本", { limit: 10 });
    expect(hits.map((hit) => hit.seq)).toEqual([3, 1]);
    expect(hits[1]).toMatchObject({ topic: "release", author: "Ann (m1)" });
    expect(hits[1]?.snippet).toContain("<mark>版本</mark>");
    await rig.bus.edit(ann, id, "测试通过");
    expect(await rig.bus.search(bob, "测试", { limit: 10 })).toMatchObject([{ message: id }]);
    expect(await rig.bus.search(bob, "nothing", { limit: 10 })).toEqual([]);
  });

  it("stays in the thread that was named and within the limit", async () => {
    const other = await rig.thread(ann, "another");
    await rig.post(ann, thread, "apple one");
    await rig.post(ann, other, "apple two");
    expect(await rig.bus.search(bob, "apple", { thread: other, limit: 10 })).toMatchObject([{ thread: other }]);
    expect(await rig.bus.search(bob, "apple", { limit: 1 })).toHaveLength(1);
  });
});

it("typing is a sign of life, in a thread that one sees", async () => {
  await rig.bus.typing(ann, thread, true);
  expect((await rig.bus.agent(operator, ann.id)).agent.lastActivity).toBe("typing");
  expect(await refusalOf(rig.bus.typing(ann, "thr_nothing", true))).toMatchObject({ code: "NotFound" });
});
