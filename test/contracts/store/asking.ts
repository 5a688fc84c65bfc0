import { expect, it } from "vitest";
import { all, claude, kit, present, refusal, roomA, roomB } from "#test/contracts/store/kit";
import type { RunId, ThreadId } from "#domain/ids";
import type { Question } from "#domain/question";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

export function askingContract(open: OpenStore): void {
  it("asks once for the same key and digest, also after opening again, and the session waits", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    const turn = await k.begun(session);
    const question = k.question(turn, { guessed: true, expiresMs: 60_000 });
    expect(await k.store.ask(question, [])).toEqual({ question, isNew: true });
    expect(await k.store.ask(k.question(turn), [])).toEqual({ question, isNew: false });
    await k.reopen();
    expect(await k.store.ask(k.question(turn), [])).toEqual({ question, isNew: false });
    expect(await k.store.question(all, question.id)).toEqual(question);
    expect(await k.store.session(session.id)).toMatchObject({ state: "waiting_input" });
    expect((await k.store.entries(all, session.thread, { afterRev: 1, limit: 9 })).map((e) => e.kind === "change" && e.change.body)).toEqual([
      { kind: "asked", question: question.id },
    ]);
  });

  it("gives back the answered question when it is asked again", async () => {
    await using k = await kit(open);
    const turn = await k.begun(await k.session(await k.thread()));
    const question = k.question(turn);
    await k.store.ask(question, []);
    await k.store.answer(question.id, k.given(), k.record());
    expect(await k.store.ask(k.question(turn), [])).toMatchObject({ isNew: false, question: { id: question.id, state: "answered" } });
  });

  it("withdraws the older question when the subject is another, and asks anew", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    const turn = await k.begun(session);
    const [old, young] = [k.question(turn), k.question(turn, { digest: "d2", subject: { argv: ["rm", "y"] } })];
    await k.store.ask(old, []);
    expect(await k.store.ask(young, [])).toEqual({ question: young, isNew: true });
    expect(await k.store.question(all, old.id)).toMatchObject({ state: "withdrawn" });
    expect((await k.store.questions(all, { state: "open" })).map((q) => q.id)).toEqual([young.id]);
    expect(await k.store.session(session.id)).toMatchObject({ state: "waiting_input" });
    await k.store.withdraw(young.id, 5, "gone");
    expect(await k.store.session(session.id)).toMatchObject({ state: "processing" });
    expect(await k.store.ask(k.question(turn, { digest: "d2" }), [])).toMatchObject({ isNew: true });
  });

  it("refuses a code that an open question has, and lets it be used again later", async () => {
    await using k = await kit(open);
    const [one, two] = [await k.begun(await k.session(await k.thread())), await k.begun(await k.session(await k.thread()))];
    const first = k.question(one, { code: "abcde" });
    await k.store.ask(first, []);
    expect(await refusal(k.store.ask(k.question(two, { code: "abcde" }), []))).toBe("NameTaken");
    await k.store.answer(first.id, k.given(), k.record());
    expect(await k.store.questionByCode(all, "abcde")).toMatchObject({ id: first.id, state: "answered" });
    const second = k.question(two, { code: "abcde" });
    expect(await k.store.ask(second, [])).toMatchObject({ isNew: true });
    expect(await k.store.questionByCode(all, "abcde")).toMatchObject({ id: second.id });
  });

  it("sends a copy to each bound chat and each further address, once each", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    await k.store.bind(roomA, session.thread, 1);
    const question = k.question(await k.begun(session));
    await k.store.ask(question, [roomB, roomA, { ...roomB }]);
    await k.store.ask(question, [roomB]);
    const copies = (await k.store.claimDue(k.clock.now, 9)).map(({ delivery }) => delivery);
    expect(copies.map(({ to }) => to)).toEqual(expect.arrayContaining([roomA, roomB]));
    expect(copies.map(({ body, thread }) => ({ body, thread }))).toEqual(
      copies.map(() => ({ body: { kind: "question", question: question.id }, thread: session.thread })),
    );
    expect(copies).toHaveLength(2);
    expect((await k.store.copies(question.id)).map(({ id }) => id).toSorted()).toEqual(copies.map(({ id }) => id).toSorted());
    expect(await k.store.copies("que_other")).toEqual([]);
  });

  it("asks nothing for a turn that is over", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    const turn = await k.begun(session);
    await k.store.endTurn({ turn: turn.id, at: 1, ending: { how: "lost", reason: "r" }, session: "ended", reason: "r" });
    expect(await refusal(k.store.ask(k.question(turn), []))).toBe("NotFound");
    expect(await k.store.session(session.id)).toMatchObject({ state: "idle" });
  });

  it("withdraws the open questions of a turn that ends, and updates the copies that are out", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    await k.store.bind(roomA, session.thread, 1);
    const turn = await k.begun(session);
    const question = k.question(turn);
    await k.store.ask(question, [roomB]);
    const claim = present((await k.store.claimDue(k.clock.now, 1))[0]);
    await k.store.keepPieces(claim, [{ body: 1 }]);
    await k.store.settle(claim, { how: "sent", receipt: "r1" });
    await k.store.endTurn({
      turn: turn.id,
      at: 9,
      ending: { how: "stopped", reason: "stopped by Ann" },
      session: "stopped",
      reason: "stopped by Ann",
      message: k.line(session.thread, { author: claude }),
    });
    expect(await k.store.question(all, question.id)).toMatchObject({ state: "withdrawn", reason: "stopped by Ann" });
    expect(await k.store.session(session.id)).toMatchObject({ state: "idle" });
    const bodies = [];
    for (let [next] = await k.store.claimDue(k.clock.now, 1); next !== undefined; [next] = await k.store.claimDue(k.clock.now, 1)) {
      bodies.push({ to: next.delivery.to, ...next.delivery.body });
      await k.store.settle(next, { how: "sent", receipt: "r" });
    }
    expect(bodies).toContainEqual({ to: claim.delivery.to, kind: "update", question: question.id, receipt: "r1" });
    expect(bodies.filter(({ kind }) => kind === "update")).toHaveLength(1);
    expect(bodies.filter(({ kind }) => kind === "question")).toHaveLength(1);
    expect(await k.store.unhanded()).toEqual([]);
  });

  it("lists questions by state, thread and turn, in the order they were asked", async () => {
    await using k = await kit(open);
    const [one, two] = [await k.begun(await k.session(await k.thread())), await k.begun(await k.session(await k.thread()))];
    const asked = [k.question(one, { key: "a" }), k.question(two), k.question(one, { key: "b" })];
    for (const question of asked) await k.store.ask(question, []);
    await k.store.answer(present(asked[0]).id, k.given(), k.record());
    const ids = async (which: Parameters<typeof k.store.questions>[1]): Promise<readonly number[]> =>
      (await k.store.questions(all, which)).map((q) => asked.findIndex(({ id }) => id === q.id));
    expect(await ids({})).toEqual([0, 1, 2]);
    expect(await ids({ state: "open" })).toEqual([1, 2]);
    expect(await ids({ thread: one.thread })).toEqual([0, 2]);
    expect(await ids({ thread: one.thread, state: "open" })).toEqual([2]);
    expect(await ids({ turn: two.id })).toEqual([1]);
    expect(await ids({ limit: 2 })).toEqual([1, 2]);
  });

  it("asks for a run or the hub without a session, once for a key while it is open, and anew afterwards", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const run = (id: RunId): Partial<Question> => ({ asker: { kind: "run", run: id, needs: ["run.risky"] }, key: "same" });
    const first = standing(k, thread, run("run_1"));
    expect(await k.store.ask(first, [])).toEqual({ question: first, isNew: true });
    expect(await k.store.ask(standing(k, thread, run("run_2")), [])).toEqual({ question: first, isNew: false });
    await k.reopen();
    expect(await k.store.question(all, first.id)).toEqual(first);
    expect(await k.store.answer(first.id, k.given(), k.record())).toMatchObject({ won: true });
    const second = standing(k, thread, run("run_3"));
    expect(await k.store.ask(second, [])).toEqual({ question: second, isNew: true });
    const hub = standing(k, thread, { asker: { kind: "hub" }, key: "other" });
    await k.store.ask(hub, []);
    expect((await k.store.questions(all, { state: "open", thread })).map(({ id }) => id)).toEqual([second.id, hub.id]);
    expect(await k.store.withdraw(hub.id, 2, "gone")).toBe(true);
    expect(await k.store.expire(second.id, second.expiresAt, k.line(thread))).toBe(true);
    expect(await k.store.unhanded()).toMatchObject([{ id: first.id }, { id: second.id }]);
  });

  it("inside a turn moves its session, and the turn's end withdraws it, whoever asked", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    const turn = await k.begun(session);
    const question = k.question(turn, { asker: { kind: "run", run: "run_1", needs: [] } });
    await k.store.ask(question, []);
    expect(await k.store.session(session.id)).toMatchObject({ state: "waiting_input" });
    await k.store.endTurn({ turn: turn.id, at: 1, ending: { how: "stopped", reason: "r" }, session: "stopped", reason: "r" });
    expect(await k.store.question(all, question.id)).toMatchObject({ state: "withdrawn" });
    expect(await refusal(k.store.ask(k.question(turn, { asker: { kind: "run", run: "run_1", needs: [] } }), []))).toBe("NotFound");
  });

  it("says of a thread that a question is open in it, until none is", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const asks = async (): Promise<boolean | undefined> => (await k.store.thread(all, thread))?.asks;
    expect(await asks()).toBeUndefined();
    const [one, two] = ["a", "b"].map((key) => standing(k, thread, { asker: { kind: "hub" }, key }));
    await k.store.ask(present(one), []);
    await k.store.ask(present(two), []);
    expect(await asks()).toBe(true);
    await k.store.answer(present(one).id, k.given(), k.record());
    await k.reopen();
    expect(await asks()).toBe(true);
    await k.store.withdraw(present(two).id, 2, "gone");
    expect(await asks()).toBeUndefined();
  });
}

/** One that no turn waits for. */
function standing(k: Kit, thread: ThreadId, more: Partial<Question>): Question {
  const id = k.newId("que");
  return {
    id,
    code: id.slice(-5),
    thread,
    asker: { kind: "hub" },
    key: "may-it",
    kind: "permission",
    prompt: "May it?",
    options: [{ id: "allow", label: "Allow", grants: "allow" }],
    digest: "d1",
    state: "open",
    askedAt: k.clock.now,
    expiresAt: k.clock.now + 60_000,
    beganBy: "per_ann",
    ...more,
  };
}
