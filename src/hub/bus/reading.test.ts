import { describe, expect, it } from "vitest";
import { refusalOf, type AgentActor } from "#test/fakes/bus-hub";
import { meetForEach, nobodyYet, numbersFrom, seqsOf } from "#test/fakes/bus-meeting";

let { rig, ann, bob, thread } = nobodyYet;
meetForEach((met) => ({ rig, ann, bob, thread } = met));

describe("joining a thread", () => {
  it("of 130 lines gives the newest hundred, says that there are older ones, and the next post is in step", async () => {
    await rig.fill(thread, 130);
    const joined = await rig.bus.read(bob, thread, { afterSeq: 0, limit: 100 });
    expect(seqsOf(joined.messages)).toEqual(numbersFrom(31, 130));
    expect(joined).toMatchObject({ older: true, sync: { currentSeq: 130 } });
    expect((await rig.postAt(bob, thread, joined.sync, "here I am")).message.seq).toBe(131);
  });

  it("of 130 lines by waiting from the start gives the same", async () => {
    await rig.fill(thread, 130);
    const joined = await rig.wait(bob, thread, 0);
    expect(seqsOf(joined.messages)).toEqual(numbersFrom(31, 130));
    expect((await rig.postAt(bob, thread, joined.sync)).message.seq).toBe(131);
  });

  it("of few lines gives all of them, and nothing is older", async () => {
    await rig.fill(thread, 3);
    const joined = await rig.bus.read(bob, thread, { afterSeq: 0, limit: 100 });
    expect(seqsOf(joined.messages)).toEqual([1, 2, 3]);
    expect(joined.older).toBe(false);
  });

  it("pages through what is newer, and a token is good only for the page that came with it", async () => {
    await rig.fill(thread, 250);
    const first = await rig.bus.read(bob, thread, { afterSeq: 20, limit: 100 });
    expect(seqsOf(first.messages)).toEqual(numbersFrom(21, 120));
    expect(first.sync.currentSeq).toBe(120);
    const refusal = await refusalOf(rig.postAt(bob, thread, first.sync));
    expect(refusal.code).toBe("SeqMismatch");
    expect(seqsOf(refusal.data?.["missed"] as { seq: number }[])).toEqual(numbersFrom(121, 220));
    const next = await rig.bus.read(bob, thread, { afterSeq: 120, limit: 100 });
    const last = await rig.bus.read(bob, thread, { afterSeq: 220, limit: 100 });
    expect([...seqsOf(next.messages), ...seqsOf(last.messages)]).toEqual(numbersFrom(121, 250));
  });

  it("from a place past the end shows the newest instead of letting it post unread", async () => {
    await rig.fill(thread, 5);
    const { messages, sync } = await rig.wait(bob, thread, 999_999);
    expect(seqsOf(messages)).toEqual([1, 2, 3, 4, 5]);
    expect(sync.currentSeq).toBe(5);
  });

  it("shows only the priority that was asked for", async () => {
    await rig.post(ann, thread, "calm");
    await rig.post(ann, thread, "fire", { priority: "urgent" });
    expect((await rig.bus.read(bob, thread, { afterSeq: 0, limit: 10, priority: "urgent" })).messages).toMatchObject([{ text: "fire" }]);
    expect((await rig.bus.read(bob, thread, { afterSeq: 0, limit: 10, priority: "normal" })).messages).toMatchObject([{ text: "calm" }]);
  });

  it("never shows less than what was posted before the reading began", async () => {
    for (let n = 1; n <= 20; n++) {
      await rig.bus.read(bob, thread, { afterSeq: n - 1, limit: 100 });
      await rig.post(ann, thread, `line ${n}`);
      expect(seqsOf((await rig.bus.read(bob, thread, { afterSeq: n - 1, limit: 100 })).messages)).toEqual([n]);
    }
  });

  it("shows a line as it stands: edited, with its reactions", async () => {
    const { id } = await rig.post(ann, thread, "teh");
    await rig.bus.read(bob, thread, { afterSeq: 0, limit: 10 });
    await rig.bus.edit(ann, id, "the");
    await rig.bus.react(bob, id, "+1");
    const { messages } = await rig.bus.read(bob, thread, { afterSeq: 0, limit: 10 });
    expect(messages).toMatchObject([{ text: "teh", state: { text: "the", version: 1, reactions: [{ reaction: "+1", by: bob.id, name: bob.name }] } }]);
  });
});

describe("what only people may read", () => {
  it("is hidden from agents in every way of reading, in every version, and shown to people", async () => {
    const mia = await rig.person("Mia");
    await rig.post(mia, thread, "the budget is 4711", { metadata: { visibility: "human_only", ui_type: "note", secret: "4711" } });
    const { messages } = await rig.bus.read(ann, thread, { afterSeq: 0, limit: 10 });
    const id = messages[0]?.id ?? "msg_";
    await rig.bus.edit(mia, id, "the budget is 4712");
    await rig.bus.react(mia, id, "+1");
    const exported = async (by: AgentActor | typeof mia): Promise<string> => {
      let text = "";
      for await (const piece of rig.bus.exported(by, thread)) text += piece;
      return text;
    };
    const late = rig.bus.post(ann, {
      thread,
      text: "x",
      surface: "mcp",
      expectedLastSeq: 0,
      replyToken: (await rig.bus.createThread(ann, { topic: "release" })).sync.replyToken,
    });
    const missed = (await refusalOf(late)).data;
    const everything = JSON.stringify([
      await rig.bus.read(ann, thread, { afterSeq: 0, limit: 10 }),
      await rig.wait(ann, thread, 0),
      await rig.bus.message(ann, id),
      await rig.bus.edits(ann, id),
      await rig.bus.search(ann, "budget", { limit: 10 }),
      await exported(ann),
      missed,
    ]);
    expect(everything).not.toMatch(/471[12]/);
    expect(everything).toContain("[human-only content hidden]");
    expect((await rig.bus.message(ann, id)).message.meta).toEqual({
      visibility: "human_only",
      ui_type: "note",
      content_hidden: true,
      content_hidden_reason: "human_only",
    });
    expect((await rig.bus.message(mia, id)).state.text).toBe("the budget is 4712");
    expect(await rig.bus.edits(mia, id)).toMatchObject([{ oldText: "the budget is 4711" }]);
    expect(await exported(mia)).toContain("4712");
    expect(await rig.bus.search(mia, "budget", { limit: 10 })).toHaveLength(1);
  });
});
