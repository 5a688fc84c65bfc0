import { expect, it } from "vitest";
import { all, kit, present, refusal } from "#test/contracts/store/kit";
import type { OpenStore } from "#test/contracts/store/kit";

export function batchContract(open: OpenStore): void {
  it("refuses only the verb that is refused, and keeps nothing of it", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const refused = k.store.accept({
      at: 1,
      key: "same",
      message: k.line(thread, { text: "refused" }),
      deliveries: [{ to: { channel: "c", room: "r" }, body: { kind: "note", parts: [] } }],
      audit: [k.record()],
      turn: {
        id: "trn_x",
        session: "ses_missing",
        thread,
        origin: "prompt",
        prompt: "",
        message: "msg_x",
        by: { kind: "hub", id: "hub", name: "hub" },
        beganBy: "x",
        at: 1,
      },
    });
    const [before, code, after] = await Promise.all([k.say(thread, { text: "before" }), refusal(refused), k.say(thread, { text: "after" })]);
    expect(code).toBe("NoSuchSession");
    expect([before.seq, after.seq]).toEqual([1, 2]);
    expect((await k.store.messages(all, thread, { limit: 9 })).map((m) => m.text)).toEqual(["before", "after"]);
    expect(await k.store.countDue()).toBe(0);
    expect(await k.store.auditRecords({ limit: 9 })).toEqual([]);
    expect(await k.store.accept({ at: 1, key: "same", message: k.line(thread) })).toMatchObject({ seen: false });
    expect(await k.store.verifyAudit()).toEqual({ ok: true, records: 0 });
  });

  it("keeps the records of the others in one chain when a verb with a record is refused", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await Promise.allSettled([
      k.store.record([k.record({ who: "one" })]),
      k.store.accept({ at: 1, audit: [k.record({ who: "refused" })], message: k.line("thr_missing") }),
      k.store.accept({ at: 1, message: k.line("thr_missing"), audit: [k.record({ who: "refused" })] }),
      k.store.record([k.record({ who: "two" }), k.record({ who: "three" })]),
      k.say(thread),
    ]);
    expect((await k.store.auditRecords({ limit: 9 })).map((record) => record.who)).toEqual(["three", "two", "one"]);
    expect(await k.store.verifyAudit()).toEqual({ ok: true, records: 3 });
  });

  it("writes nothing for a key that was seen, also within one batch, and gives back what the first made", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const session = await k.session(thread);
    const message = k.line(thread);
    const turn = {
      id: k.newId("trn"),
      session: session.id,
      thread,
      origin: "prompt",
      prompt: "p",
      message: message.id,
      by: message.author,
      beganBy: "x",
      at: 1,
    } as const;
    const run = { id: k.newId("run"), at: 1, who: "x", whoName: "x", name: "help", surface: "api", line: "!!help" } as const;
    const both = await Promise.all([k.store.accept({ key: "k", at: 1, message, turn, run }), k.store.accept({ key: "k", at: 2, message: k.line(thread) })]);
    expect(both[0]).toMatchObject({ seen: false, ahead: 0, run: run.id, message: { seq: 1 }, turn: { id: turn.id, state: "queued" } });
    expect(both[1]).toEqual({ seen: true, message: present(both[0].message), turn: present(both[0].turn), run: run.id });
    await k.reopen();
    expect(await k.store.accept({ key: "k", at: 3, message: k.line(thread) })).toEqual(both[1]);
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 1, rev: 1 });
  });

  it("tells every listener of what was committed, with the thread's latest rev", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const end = new AbortController();
    const listeners = [k.store.changes(end.signal), k.store.changes(end.signal)].map((batches) => batches[Symbol.asyncIterator]());
    await Promise.all([k.say(thread), k.say(thread), refusal(k.say("thr_missing"))]);
    for (const listener of listeners) expect(await listener.next()).toEqual({ done: false, value: [{ topic: "thread", thread, rev: 2 }] });
    end.abort();
    for (const listener of listeners) expect((await listener.next()).done).toBe(true);
  });

  it("gives a slow listener one batch with each thing once", async () => {
    await using k = await kit(open);
    const end = new AbortController();
    const slow = k.store.changes(end.signal)[Symbol.asyncIterator]();
    const thread = await k.thread();
    for (let i = 0; i < 5; i++) await k.say(thread);
    const session = await k.session(thread);
    await k.store.moveSession(session.id, "taken", "");
    const batch = await slow.next();
    expect(batch.value).toHaveLength(2);
    expect(batch.value).toEqual(
      expect.arrayContaining([
        { topic: "thread", thread, rev: 5 },
        { topic: "session", session: session.id },
      ]),
    );
    end.abort();
  });

  it("ends a listener that waits when the signal aborts or the store closes", async () => {
    const k = await kit(open);
    const end = new AbortController();
    const aborted = k.store.changes(end.signal)[Symbol.asyncIterator]().next();
    const closed = k.store.changes(new AbortController().signal)[Symbol.asyncIterator]().next();
    end.abort();
    expect((await aborted).done).toBe(true);
    await k[Symbol.asyncDispose]();
    expect((await closed).done).toBe(true);
  });

  it("keeps what was called before it is closed, and refuses what comes after", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const { store } = k;
    const last = k.say(thread);
    await store[Symbol.asyncDispose]();
    expect((await last).seq).toBe(1);
    expect(await refusal(k.say(thread))).toBe("ShuttingDown");
    expect(await refusal(store.thread(all, thread))).toBe("ShuttingDown");
    await k.reopen();
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 1 });
  });
}
