import { describe, expect, it } from "vitest";
import { operator, refusalOf } from "#test/fakes/bus-hub";
import { meetForEach, nobodyYet } from "#test/fakes/bus-meeting";
import { say } from "#lib/words/words";
import { busTexts } from "./texts.ts";

let { rig, ann, bob, thread } = nobodyYet;
meetForEach((met) => ({ rig, ann, bob, thread } = met));

const textsOf = (data: unknown): unknown => (Array.isArray(data) ? data.map((line: { text: string }) => line.text) : data);

describe("a post of an agent", () => {
  it("follows what its author has read, and brings the token for the next", async () => {
    const { sync } = await rig.bus.read(ann, thread, { afterSeq: 0, limit: 100 });
    const first = await rig.postAt(ann, thread, sync, "one");
    expect(first.message).toMatchObject({ seq: 1, text: "one", author: { kind: "agent", id: ann.id, name: "Ann (m1)" }, role: "assistant" });
    const second = await rig.postAt(ann, thread, first.sync, "two");
    expect(second.message.seq).toBe(2);
  });

  it("needs both the place and the token, and is told which is missing", async () => {
    const { sync } = await rig.bus.read(ann, thread, { afterSeq: 0, limit: 100 });
    const post = { thread, text: "hello", surface: "mcp" } as const;
    expect(await refusalOf(rig.bus.post(ann, post))).toMatchObject({
      code: "MissingSyncFields",
      data: { missing_fields: ["expected_last_seq", "reply_token"] },
    });
    expect(await refusalOf(rig.bus.post(ann, { ...post, expectedLastSeq: 0 }))).toMatchObject({ data: { missing_fields: ["reply_token"] } });
    expect(await refusalOf(rig.bus.post(ann, { ...post, replyToken: sync.replyToken, unsynced: true }))).toMatchObject({
      data: { missing_fields: ["expected_last_seq"] },
    });
    expect(await rig.texts(thread)).toEqual([]);
  });

  it("may leave both out where the door allows it, and is posted behind whatever is there", async () => {
    await rig.post(bob, thread, "before");
    const { message } = await rig.send(ann, { thread, text: "after", surface: "api", unsynced: true });
    expect(message.seq).toBe(2);
  });

  it("uses its token once: the second use is told when the first was", async () => {
    const { sync } = await rig.bus.read(ann, thread, { afterSeq: 0, limit: 100 });
    await rig.postAt(ann, thread, sync);
    const usedAt = rig.clock.now();
    await rig.clock.advance(5_000);
    const refusal = await refusalOf(rig.postAt(ann, thread, sync, "again"));
    expect(refusal).toMatchObject({ code: "ReplyTokenReplay", data: { consumed_at: new Date(usedAt).toISOString() } });
    expect(await rig.texts(thread)).toEqual(["hello"]);
  });

  it("uses its token once also when both come at the same moment", async () => {
    const { sync } = await rig.bus.read(ann, thread, { afterSeq: 0, limit: 100 });
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => rig.postAt(ann, thread, sync, `at once ${n}`)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(outcomes.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : []))).toEqual([
      "ReplyTokenReplay",
      "ReplyTokenReplay",
    ]);
  });

  it("is the same message when the same request comes twice, not a replay", async () => {
    const { sync } = await rig.bus.read(ann, thread, { afterSeq: 0, limit: 100 });
    const post = { thread, text: "once", surface: "api", expectedLastSeq: 0, replyToken: sync.replyToken, key: "k1" } as const;
    const first = await rig.send(ann, post);
    const again = await rig.send(ann, post);
    expect(again.message.id).toBe(first.message.id);
    expect(await rig.texts(thread)).toEqual(["once"]);
  });

  it("is refused when its token has expired", async () => {
    const { sync } = await rig.bus.read(ann, thread, { afterSeq: 0, limit: 100 });
    await rig.clock.advance(3_600_000 - 1);
    await rig.clock.advance(1);
    expect(await refusalOf(rig.postAt(ann, thread, sync))).toMatchObject({
      code: "ReplyTokenExpired",
      data: { expires_at: new Date(sync.expiresAt).toISOString() },
    });
  });

  it("is taken with a token that was issued before a restart", async () => {
    const { sync } = await rig.bus.read(ann, thread, { afterSeq: 0, limit: 100 });
    await rig.restart();
    expect((await rig.postAt(ann, thread, sync)).message.seq).toBe(1);
    await rig.restart();
    expect(await refusalOf(rig.postAt(ann, thread, sync))).toMatchObject({ code: "ReplyTokenReplay" });
  });

  it("is refused with another agent's token, with one of another thread, and with one that was changed", async () => {
    const other = await rig.thread(ann, "another");
    const [mine, hers, elsewhere] = await Promise.all([rig.bus.syncContext(bob, thread), rig.bus.syncContext(ann, thread), rig.bus.syncContext(bob, other)]);
    const tampered = { ...mine, replyToken: `${mine.replyToken.slice(0, -1)}${mine.replyToken.endsWith("A") ? "B" : "A"}` };
    for (const stolen of [hers, elsewhere, tampered]) {
      expect(await refusalOf(rig.postAt(bob, thread, stolen))).toMatchObject({ code: "ReplyTokenInvalid" });
    }
    expect(await rig.texts(thread)).toEqual([]);
    await rig.postAt(bob, thread, mine);
  });

  it("is refused when it claims to have read further than what was delivered to it", async () => {
    await rig.fill(thread, 3);
    const { sync } = await rig.bus.read(ann, thread, { afterSeq: 0, limit: 100 });
    await rig.fill(thread, 2);
    // Two equal numbers would explain nothing: 5 is right, and 3 is what came with the token.
    for (const [claimed, told] of [
      [999_999, 999_999],
      [5, 3],
      [4, 4],
      [2, 2],
    ] as const) {
      const refusal = await refusalOf(rig.postAt(ann, thread, { ...sync, currentSeq: claimed }));
      expect(refusal).toMatchObject({
        code: "SeqMismatch",
        message: `SEQ_MISMATCH: expected_last_seq=${told}, current_seq=5`,
        data: { expected_last_seq: told, current_seq: 5 },
      });
      expect(textsOf(refusal.data?.["missed"])).toEqual(["line 1", "line 2"]);
    }
  });

  it("shows what was missed when somebody else was faster", async () => {
    const [hers, his] = await Promise.all([rig.bus.syncContext(ann, thread), rig.bus.syncContext(bob, thread)]);
    const first = await rig.postAt(ann, thread, hers, "mine first");
    await rig.bus.edit(ann, first.message.id, "mine first, mended");
    const refusal = await refusalOf(rig.postAt(bob, thread, his, "mine first"));
    expect(refusal).toMatchObject({
      code: "SeqMismatch",
      data: { expected_last_seq: 0, current_seq: 1, missed: [{ seq: 1, author: { id: ann.id }, state: { text: "mine first, mended" } }] },
    });
  });

  it("keeps its token when it was too late: nothing was posted with it", async () => {
    const his = await rig.bus.syncContext(bob, thread);
    await rig.post(ann, thread, "faster");
    expect(await refusalOf(rig.postAt(bob, thread, his))).toMatchObject({ code: "SeqMismatch" });
    expect(await refusalOf(rig.postAt(bob, thread, his))).toMatchObject({ code: "SeqMismatch" });
  });

  it("keeps priority, mentions and metadata", async () => {
    await rig.post(ann, thread, "over to you", {
      priority: "urgent",
      mentions: [bob.id],
      metadata: { handoff_target: bob.id, stop_reason: "complete" },
    });
    const { messages } = await rig.bus.read(bob, thread, { afterSeq: 0, limit: 10 });
    expect(messages).toMatchObject([{ role: "assistant", priority: "urgent", meta: { mentions: [bob.id], handoff_target: bob.id, stop_reason: "complete" } }]);
  });

  it("is refused with metadata of a size that nobody needs", async () => {
    expect(await refusalOf(rig.post(ann, thread, "big", { metadata: { blob: "x".repeat(70_000) } }))).toMatchObject({ code: "TooLarge" });
  });

  it("answers a message of the same thread, and of no other", async () => {
    const first = await rig.post(ann, thread, "question");
    const elsewhere = await rig.post(ann, await rig.thread(ann, "another"), "elsewhere");
    expect((await rig.post(bob, thread, "answer", { replyTo: first.id })).replyTo).toBe(first.id);
    expect(await refusalOf(rig.post(bob, thread, "answer", { replyTo: elsewhere.id }))).toMatchObject({ code: "NotFound" });
    expect(await refusalOf(rig.post(bob, thread, "answer", { replyTo: "msg_nothing" }))).toMatchObject({ code: "NotFound" });
  });

  it("is refused in a thread that is closed or archived, for people too", async () => {
    const mia = await rig.person("Mia");
    await rig.bus.close(ann, thread);
    expect(await refusalOf(rig.post(ann, thread, "more"))).toMatchObject({ code: "ThreadClosed" });
    expect(await refusalOf(rig.hub.say({ by: mia, surface: "page", thread, text: "more" }))).toMatchObject({ code: "ThreadClosed" });
    await rig.bus.setStatus(ann, thread, "archived");
    expect(await refusalOf(rig.post(ann, thread, "more"))).toMatchObject({ code: "ThreadClosed" });
    await rig.bus.setStatus(ann, thread, "discuss");
    await rig.post(ann, thread, "open again");
  });
});

describe("a post of a person over the bus", () => {
  it("needs no token, is the person's own line, and keeps what came with it", async () => {
    const mia = await rig.person("Mia");
    const { message } = await rig.send(mia, { thread, text: "go on", surface: "mcp", metadata: { note: 1 }, mentions: [ann.id] });
    expect(message).toMatchObject({ author: { kind: "person", id: mia.id, name: "Mia" }, meta: { note: 1, mentions: [ann.id] } });
  });

  it("is held to a token that it brings", async () => {
    const mia = await rig.person("Mia");
    const sync = await rig.bus.syncContext(mia, thread);
    await rig.postAt(mia, thread, sync, "in step");
    expect(await refusalOf(rig.postAt(mia, thread, sync, "again"))).toMatchObject({ code: "ReplyTokenReplay" });
    const late = await rig.bus.syncContext(mia, thread);
    await rig.post(ann, thread, "faster");
    expect(await refusalOf(rig.postAt(mia, thread, late, "late"))).toMatchObject({ code: "SeqMismatch" });
    expect(await rig.texts(thread)).toEqual(["in step", "faster"]);
  });
});

describe("agents that write to each other", () => {
  const talk = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n++) await rig.post(n % 2 === 0 ? ann : bob, thread, `line ${n}`);
  };

  meetForEach((met) => ({ rig, ann, bob, thread } = met), { agentPosts: 6 });

  it("are cut when their budget is used up, and the thread is told once however often they try", async () => {
    await talk(6);
    for (let tries = 0; tries < 20; tries++) expect(await refusalOf(rig.post(bob, thread, "more"))).toMatchObject({ code: "LoopBudget" });
    const texts = await rig.texts(thread);
    expect(texts).toHaveLength(7);
    expect(texts.at(-1)).toBe(say("en", busTexts.loopBudget, { topic: "release" }));
  });

  it("stay cut over a restart", async () => {
    await talk(6);
    expect(await refusalOf(rig.post(bob, thread, "more"))).toMatchObject({ code: "LoopBudget" });
    await rig.restart();
    expect(await refusalOf(rig.post(bob, thread, "more"))).toMatchObject({ code: "LoopBudget" });
    expect(await rig.texts(thread)).toHaveLength(7);
  });

  it("go on when a person has written on the page", async () => {
    const mia = await rig.person("Mia");
    await talk(6);
    await refusalOf(rig.post(bob, thread, "more"));
    await rig.hub.say({ by: mia, surface: "page", thread, text: "go on" });
    await talk(6);
    expect(await refusalOf(rig.post(ann, thread, "more"))).toMatchObject({ code: "LoopBudget" });
    expect((await rig.texts(thread)).filter((text) => text === say("en", busTexts.loopBudget, { topic: "release" }))).toHaveLength(2);
  });

  it("go on when a person has written in a chat that is bound to the thread", async () => {
    await rig.person("Mia");
    await talk(6);
    await refusalOf(rig.post(bob, thread, "more"));
    await rig.saysInChat("Mia", thread, "go on");
    await talk(6);
    expect(await refusalOf(rig.post(ann, thread, "more"))).toMatchObject({ code: "LoopBudget" });
  });

  it("are not charged for the hub's own lines, nor given more because of them", async () => {
    await talk(3);
    await rig.fill(thread, 30);
    await talk(3);
    await rig.fill(thread, 30);
    await rig.restart();
    expect(await refusalOf(rig.post(ann, thread, "more"))).toMatchObject({ code: "LoopBudget" });
  });

  it("are told to wait, and the wait does not send them back at once for ever", async () => {
    await talk(6);
    await refusalOf(rig.post(bob, thread, "more"));
    const told = await rig.wait(bob, thread, 6);
    expect(told.messages).toHaveLength(1);
    let isOver = false;
    void rig.wait(bob, thread, told.sync.currentSeq).then(() => (isOver = true));
    await rig.untilWaiting(thread, 1);
    await refusalOf(rig.post(ann, thread, "more"));
    await rig.clock.settle();
    expect(isOver).toBe(false);
    await rig.post(operator, thread, "go on");
    await rig.clock.settle();
    expect(isOver).toBe(true);
  });
});
