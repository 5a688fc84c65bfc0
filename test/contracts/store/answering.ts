import { expect, it } from "vitest";
import { all, hub, kit, present, roomA, roomB } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";
import type { Question } from "#domain/question";

/** An open question with a copy that is out in roomA. */
async function asked(k: Kit): Promise<Question> {
  const session = await k.session(await k.thread());
  await k.store.bind(roomA, session.thread, 1);
  const question = k.question(await k.begun(session));
  await k.store.ask(question, []);
  const claim = present((await k.store.claimDue(k.clock.now, 1))[0]);
  await k.store.keepPieces(claim, [{ body: 1 }, { body: 2 }]);
  await k.store.settle(claim, { how: "sent", receipt: "r1" });
  await k.store.settle(claim, { how: "sent", receipt: "r2" });
  return question;
}

async function bodiesDue(k: Kit): Promise<readonly unknown[]> {
  return (await k.store.claimDue(k.clock.now + 1, 9)).map(({ delivery }) => ({ to: delivery.to, ...delivery.body }));
}

export function answeringContract(open: OpenStore): void {
  it("lets the first answer win and tells the others who it was", async () => {
    await using k = await kit(open);
    const question = await asked(k);
    const [first, second] = [k.given(), k.given({ by: "per_bob", name: "Bob", option: "no", surface: "chat:x" })];
    const outcomes = await Promise.all([
      k.store.answer(question.id, first, k.record({ kind: "answered" })),
      k.store.answer(question.id, second, k.record({ kind: "answered", who: "per_bob" })),
    ]);
    expect(outcomes).toEqual([
      { won: true, question: { ...question, state: "answered", given: first } },
      { won: false, question: { ...question, state: "answered", given: first } },
    ]);
    expect(await k.store.question(all, question.id)).toEqual(outcomes[0]?.question);
    expect((await k.store.auditRecords({ limit: 9 })).map(({ kind, who }) => ({ kind, who }))).toEqual([{ kind: "answered", who: "per_ann" }]);
    expect(await k.store.session(present(question.session))).toMatchObject({ state: "processing" });
    expect((await k.store.entries(all, question.thread, { limit: 9 })).at(-1)).toMatchObject({
      kind: "change",
      change: { body: { kind: "resolved", question: question.id } },
    });
    expect(await bodiesDue(k)).toEqual([{ to: roomA, kind: "update", question: question.id, receipt: "r2" }]);
    expect(await k.store.answer("que_missing", first, k.record())).toBeUndefined();
  });

  it("keeps the event's key with the answer, and lets a key that was seen answer nothing", async () => {
    await using k = await kit(open);
    const question = await asked(k);
    expect(await k.store.seen("e1")).toBeUndefined();
    expect(await k.store.answer(question.id, k.given(), k.record(), "e1")).toMatchObject({ won: true });
    await k.reopen();
    expect(await k.store.seen("e1")).toEqual({ seen: true, question: question.id });
    expect(await k.store.accept({ at: 1, key: "e1", message: k.line(question.thread) })).toEqual({ seen: true, question: question.id });
    const next = k.question({ ...present(await k.store.turn(present(question.turn))) }, { key: "next" });
    await k.store.ask(next, []);
    expect(await k.store.answer(next.id, k.given(), k.record(), "e1")).toEqual({ won: false, question: next });
    expect(await k.store.answer(next.id, k.given({ at: next.expiresAt }), k.record(), "e2")).toMatchObject({ won: false });
    expect(await k.store.seen("e2")).toBeUndefined();
  });

  it("takes no answer at or after the expiry", async () => {
    await using k = await kit(open);
    const question = await asked(k);
    expect(await k.store.answer(question.id, k.given({ at: question.expiresAt }), k.record())).toEqual({ won: false, question });
    expect(await k.store.question(all, question.id)).toMatchObject({ state: "open" });
    expect(await k.store.auditRecords({ limit: 9 })).toEqual([]);
  });

  it("expires once, with a message, and an answer comes too late then", async () => {
    await using k = await kit(open);
    const question = await asked(k);
    const message = k.line(question.thread, { author: hub, text: "Nobody answered." });
    expect(await k.store.expire(question.id, question.expiresAt, message)).toBe(true);
    expect(await k.store.expire(question.id, question.expiresAt, k.line(question.thread))).toBe(false);
    expect(await k.store.answer(question.id, k.given(), k.record())).toMatchObject({ won: false, question: { state: "expired" } });
    expect(await k.store.withdraw(question.id, 1, "x")).toBe(false);
    expect(await k.store.session(present(question.session))).toMatchObject({ state: "processing" });
    expect(await k.store.message(all, message.id)).toMatchObject({ text: "Nobody answered." });
    expect(await k.store.countDue()).toBe(2);
    expect((await k.store.unhanded()).map((q) => q.id)).toEqual([question.id]);
  });

  it("lets the session wait while another of its questions is open", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    const turn = await k.begun(session);
    const [one, two] = [k.question(turn, { key: "a" }), k.question(turn, { key: "b" })];
    await k.store.ask(one, []);
    await k.store.ask(two, []);
    await k.store.answer(two.id, k.given(), k.record());
    expect(await k.store.session(session.id)).toMatchObject({ state: "waiting_input" });
    await k.store.answer(one.id, k.given(), k.record());
    expect(await k.store.session(session.id)).toMatchObject({ state: "processing" });
  });

  it("remembers over a restart which answers the agent was not told yet", async () => {
    await using k = await kit(open);
    const turn = await k.begun(await k.session(await k.thread()));
    const [one, two, three] = [k.question(turn, { key: "a" }), k.question(turn, { key: "b" }), k.question(turn, { key: "c" })];
    for (const question of [one, two, three]) await k.store.ask(question, []);
    await k.store.answer(one.id, k.given(), k.record());
    await k.store.answer(two.id, k.given({ text: "because" }), k.record());
    await k.store.markHanded(one.id);
    await k.reopen();
    expect(await k.store.unhanded()).toEqual([{ ...two, state: "answered", given: k.given({ text: "because" }) }]);
    await k.store.endTurn({ turn: turn.id, at: 1, ending: { how: "lost", reason: "r" }, session: "ended", reason: "r" });
    expect(await k.store.unhanded()).toEqual([]);
  });

  it("does not update a copy that was never sent: it is rendered late, as the question stands then", async () => {
    await using k = await kit(open);
    const question = k.question(await k.begun(await k.session(await k.thread())));
    await k.store.ask(question, [roomB]);
    await k.store.answer(question.id, k.given(), k.record());
    const claim = present((await k.store.claimDue(k.clock.now, 9))[0]);
    expect(claim.delivery.body).toEqual({ kind: "question", question: question.id });
    await k.store.keepPieces(claim, [{ body: "answered" }]);
    await k.store.settle(claim, { how: "sent", receipt: "r1" });
    expect(await k.store.countDue()).toBe(0);
  });

  it("updates a copy that was on its way, rendered as open, while the answer came", async () => {
    await using k = await kit(open);
    const question = k.question(await k.begun(await k.session(await k.thread())));
    await k.store.ask(question, [roomB]);
    const claim = present((await k.store.claimDue(k.clock.now, 1))[0]);
    await k.store.keepPieces(claim, [{ body: "open" }]);
    await k.store.answer(question.id, k.given(), k.record());
    expect(await k.store.countDue()).toBe(1);
    await k.store.settle(claim, { how: "sent", receipt: "r9" });
    expect(await bodiesDue(k)).toEqual([{ to: roomB, kind: "update", question: question.id, receipt: "r9" }]);
  });
}
