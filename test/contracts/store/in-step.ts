import { expect, it } from "vitest";
import { ParleyError } from "#domain/errors";
import { all, kit, refusal } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

async function thrown(work: Promise<unknown>): Promise<ParleyError> {
  const error: unknown = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (error instanceof ParleyError) return error;
  throw new Error("expected a refusal");
}

export function inStepContract(open: OpenStore): void {
  const post = (k: Kit, thread: `thr_${string}`, lastSeq: number, tokenHash: string, text = "hello"): Promise<unknown> =>
    k.say(thread, { text }, { sync: { lastSeq, tokenHash } });

  it("keeps a post that follows exactly what its author has read, and its token's hash with it", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await post(k, thread, 0, "h0");
    await post(k, thread, 1, "h1");
    await k.reopen();
    for (const lastSeq of [0, 1]) expect(await thrown(post(k, thread, lastSeq, `h${lastSeq}`))).toMatchObject({ code: "ReplyTokenReplay" });
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 2 });
  });

  it("refuses a post that follows an older or a later message, and says where the thread stands", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await k.say(thread);
    await k.say(thread);
    for (const lastSeq of [0, 1, 3, 999_999]) {
      const error = await thrown(post(k, thread, lastSeq, `h${lastSeq}`));
      expect(error).toMatchObject({ code: "SeqMismatch", data: { expected_last_seq: lastSeq, current_seq: 2 } });
    }
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 2 });
  });

  it("does not count changes of the thread as something missed", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const said = await k.say(thread);
    await k.store.react(said.id, { reaction: "+1", by: "x", name: "X", at: 1 });
    await post(k, thread, 1, "h");
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 2, rev: 3 });
  });

  it("calls the second use of a token a replay, however far the thread has gone on, and tells when it was used", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await post(k, thread, 0, "h");
    const usedAt = k.clock.now;
    for (let later = 0; later < 3; later++) {
      k.clock.now += 5;
      expect(await thrown(post(k, thread, 0, "h"))).toMatchObject({ code: "ReplyTokenReplay", data: { used_at: usedAt } });
      await k.say(thread);
    }
  });

  it("tells a replay from a token that another was faster with, also among posts of the same moment", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const outcomes = await Promise.allSettled([post(k, thread, 0, "h"), post(k, thread, 0, "h"), post(k, thread, 0, "other")]);
    expect(outcomes).toMatchObject([{ status: "fulfilled" }, { reason: { code: "ReplyTokenReplay" } }, { reason: { code: "SeqMismatch" } }]);
  });

  it("lets one of many that post at once through, and undoes nothing of anybody else", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const other = await k.thread();
    const racing = Array.from({ length: 20 }, (_, i) => post(k, thread, 0, `h${i}`, `racer ${i}`));
    const elsewhere = Array.from({ length: 20 }, () => k.say(other));
    const outcomes = await Promise.allSettled(racing);
    await Promise.all(elsewhere);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["fulfilled", ...Array.from({ length: 19 }, () => "rejected")]);
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 1, rev: 1 });
    expect(await k.store.thread(all, other)).toMatchObject({ seq: 20, rev: 20 });
  });

  it("takes nothing of a post that another reason refuses: its token is still good", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const sync = { lastSeq: 0, tokenHash: "h" };
    const refused = k.store.accept({ at: 1, message: k.line(thread), sync, change: { thread: "thr_missing", body: { kind: "renamed", topic: "t", by: "x" } } });
    expect(await refusal(refused)).toBe("NotFound");
    await k.say(thread, {}, { sync });
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 1 });
  });

  it("knows when a token was used, and of none that was not", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await post(k, thread, 0, "h");
    const used = k.clock.now;
    k.clock.now += 5;
    await k.say(thread);
    expect(await k.store.replyTokenUsedAt(thread, { lastSeq: 0, tokenHash: "h" })).toBe(used);
    for (const token of [
      { lastSeq: 1, tokenHash: "h" },
      { lastSeq: 0, tokenHash: "other" },
    ])
      expect(await k.store.replyTokenUsedAt(thread, token)).toBeUndefined();
  });

  it("gives the first outcome for a key that was seen, not a replay", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const again = { key: "k", sync: { lastSeq: 0, tokenHash: "h" } };
    const first = await k.say(thread, {}, again);
    expect(await k.store.accept({ at: 2, message: k.line(thread), ...again })).toEqual({ seen: true, message: first });
  });
}
