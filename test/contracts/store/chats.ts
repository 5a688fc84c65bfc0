import { expect, it } from "vitest";
import { all, ann, claude, hub, kit, present, roomA, roomB } from "#test/contracts/store/kit";
import type { OpenStore } from "#test/contracts/store/kit";

export function chatContract(open: OpenStore): void {
  it("binds an address to one thread at a time", async () => {
    await using k = await kit(open);
    const [one, two] = [await k.thread(), await k.thread()];
    await k.store.bind(roomA, one, 1);
    await k.store.accept({ at: 2, bind: { address: roomB, thread: one } });
    expect(await k.store.boundAddresses(one)).toEqual(expect.arrayContaining([roomA, roomB]));
    await k.store.bind(roomA, two, 3);
    await k.reopen();
    expect(await k.store.boundThread(roomA)).toBe(two);
    expect(await k.store.boundAddresses(one)).toEqual([roomB]);
    expect(await k.store.boundThread({ channel: "chat", room: "B" })).toBeUndefined();
  });

  it("delivers a fanned message to every bound chat except the one it was said in", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await k.store.bind(roomA, thread, 1);
    await k.store.bind(roomB, thread, 1);
    const said = await k.say(thread, { origin: { address: roomA, ref: "1" } }, { fan: true });
    const claims = await k.store.claimDue(k.clock.now, 10);
    expect(claims.map(({ delivery }) => delivery)).toEqual([
      expect.objectContaining({ to: roomB, thread, body: { kind: "message", message: said.id }, state: "due", attempts: 0, receipts: [], dueAt: said.at }),
    ]);
  });

  it("follows a binding that moved, and delivers nothing that was not fanned", async () => {
    await using k = await kit(open);
    const [one, two] = [await k.thread(), await k.thread()];
    await k.store.bind(roomA, one, 1);
    await k.say(one, {}, { fan: true });
    await k.store.bind(roomA, two, 1);
    await k.say(one, {}, { fan: true });
    await k.say(two);
    expect(await k.store.countDue()).toBe(1);
    await k.say(two, {}, { fan: true });
    expect(await k.store.countDue()).toBe(2);
  });

  it("binds and speaks in a thread made in the same step", async () => {
    await using k = await kit(open);
    const id = k.newId("thr");
    const message = k.line(id, { origin: { address: roomA } });
    const made = await k.store.accept({
      at: 1,
      thread: { id, topic: "t", access: "closed", createdBy: message.author, at: 1, participants: ["per_ann"] },
      bind: { address: roomA, thread: id },
      message,
      deliveries: [{ to: roomA, body: { kind: "note", parts: [{ kind: "text", markdown: "queued" }] } }],
      reach: { account: "chat:7", address: roomA },
    });
    expect(made.message).toMatchObject({ seq: 1, rev: 1 });
    expect(await k.store.boundThread(roomA)).toBe(id);
    expect(await k.store.thread({ sees: "some", who: "per_ann", open: false }, id)).toBeDefined();
    expect(present((await k.store.claimDue(1, 9))[0]).delivery).toMatchObject({ to: roomA, body: { kind: "note" } });
    expect(await k.store.messages(all, id, { limit: 9 })).toHaveLength(1);
  });

  it("knows where an account was last reached alone", async () => {
    await using k = await kit(open);
    await k.store.accept({ at: 1, reach: { account: "chat:7", address: roomA } });
    await k.store.accept({ at: 2, reach: { account: "chat:7", address: roomB } });
    await k.store.accept({ at: 3, reach: { account: "chat:8", address: roomA } });
    expect(await k.store.reach(["chat:8", "chat:9", "chat:7"])).toEqual([roomA, roomB]);
  });

  it("finds a message and a question by the receipt of any piece that was posted of it, in that chat alone", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    await k.store.bind(roomA, session.thread, 1);
    const said = await k.say(session.thread, { author: claude }, { fan: true });
    const claim = present((await k.store.claimDue(k.clock.now, 1))[0]);
    await k.store.keepPieces(claim, [{ body: 1 }, { body: 2 }]);
    for (const receipt of ["r1", "r2"]) await k.store.settle(claim, { how: "sent", receipt });
    const turn = await k.begun(session);
    const { question } = await k.store.ask(k.question(turn), []);
    await k.store.settle(present((await k.store.claimDue(k.clock.now, 1))[0]), { how: "sent", receipt: "r3" });
    await k.reopen();
    for (const receipt of ["r1", "r2"]) {
      expect(await k.store.postedAs(roomA, receipt)).toEqual({ message: said.id });
      expect((await k.store.messageByRef(roomA, receipt))?.id).toBe(said.id);
    }
    expect(await k.store.postedAs(roomA, "r3")).toEqual({ question: question.id });
    expect([await k.store.postedAs(roomB, "r1"), await k.store.messageByRef(roomA, "r3")]).toEqual([undefined, undefined]);
    k.clock.now += 91 * 86_400_000;
    await k.store.sweep(k.clock.now);
    expect(await k.store.postedAs(roomA, "r1")).toBeUndefined();
  });

  it("forgets the draft that an answer replaces in the step that the answer is out, and has what is left of it taken away", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    await k.store.bind(roomA, session.thread, 1);
    const turn = await k.begun(session);
    await k.store.keepDraft(turn.id, roomA, "d1");
    await k.say(session.thread, { author: claude, turn: turn.id }, { fan: true });
    const claim = present((await k.store.claimDue(k.clock.now, 1))[0]);
    await k.store.settle(claim, { how: "sent", receipt: "r1", replaces: { turn: turn.id, retract: { receipt: "d1", key: "draft" } } });
    await k.reopen();
    expect(await k.store.draftReceipt(turn.id, roomA)).toBeUndefined();
    const [retract] = await k.store.claimDue(k.clock.now, 9);
    expect(retract?.delivery).toMatchObject({ to: roomA, body: { kind: "retract", receipt: "d1", key: "draft" } });
  });

  it("remembers one value per owner, the latest, over a restart", async () => {
    await using k = await kit(open);
    await k.store.remember("channel:a", { offset: 1 });
    await k.store.remember("channel:a", { offset: 2 });
    await k.store.remember("channel:b", "session");
    await k.reopen();
    expect([await k.store.memory("channel:a"), await k.store.memory("channel:b"), await k.store.memory("channel:c")]).toEqual([
      { offset: 2 },
      "session",
      undefined,
    ]);
  });

  it("knows which rooms were switched to hear every line", async () => {
    await using k = await kit(open);
    await k.store.setListening(roomA, "all");
    await k.reopen();
    expect([await k.store.listening(roomA), await k.store.listening(roomB)]).toEqual(["all", "mentions"]);
    await k.store.setListening(roomA, "mentions");
    expect(await k.store.listening(roomA)).toBe("mentions");
  });

  it("begins no turn before its files are there or have failed, and shows both in the thread", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    await k.store.bind(roomB, session.thread, 1);
    const [one, two] = [k.newId("art"), k.newId("art")];
    const message = k.line(session.thread, { origin: { address: roomA, ref: "1" }, artifacts: [one, two] });
    const file = { id: "f1", name: "a.png", mime: "image/png", bytes: 3 };
    const prompt = { id: k.newId("trn"), session: session.id, thread: session.thread, origin: "prompt", prompt: "look", message: message.id } as const;
    const turn = { ...prompt, by: ann, beganBy: ann.id, at: 1 };
    const files = [
      { id: one, file },
      { id: two, file: { ...file, id: "f2" } },
    ];
    await k.store.accept({ at: 1, message, turn, files });
    await k.reopen();
    const waiting = await k.store.incomingFiles();
    expect(waiting).toMatchObject([{ id: one, thread: session.thread, message: message.id, turn: turn.id, from: roomA, file }, { id: two }]);
    expect(await k.store.beginTurn(session.id, 2)).toBeUndefined();
    const artifact = { id: one, thread: session.thread, key: one, name: "a.png", mime: "image/png", bytes: 3, sha256: "s", description: "", path: "p", at: 2 };
    expect(await k.store.fileArrived(one, artifact)).toBe(true);
    expect(await k.store.fileArrived(one, artifact)).toBe(false);
    expect(await k.store.beginTurn(session.id, 2)).toBeUndefined();
    expect(await k.store.fileFailed(two, k.line(session.thread, { author: hub, text: "too large" }))).toBe(true);
    expect(await k.store.beginTurn(session.id, 3)).toMatchObject({ id: turn.id, prompt: "look\n\n[too large]" });
    expect(await k.store.artifacts([one, two])).toEqual([artifact]);
    const entries = await k.store.entries(all, session.thread, { limit: 9 });
    expect(entries.map((entry) => (entry.kind === "change" ? entry.change.body : entry.message.text))).toEqual([
      "hello",
      { kind: "file", message: message.id, artifact: one },
      "too large",
    ]);
    expect(await k.store.countDue()).toBe(1);
  });
}
