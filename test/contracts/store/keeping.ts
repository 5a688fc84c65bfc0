import { expect, it } from "vitest";
import type { Artifact } from "#domain/artifact";
import { all, kit, present, roomA, roomB } from "#test/contracts/store/kit";
import type { OpenStore } from "#test/contracts/store/kit";

const dayMs = 86_400_000;

export function keepingContract(open: OpenStore): void {
  it("ends a run once, with its records and its reply", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const run = {
      id: k.newId("run"),
      at: 1,
      who: "per_ann",
      whoName: "per_ann",
      name: "help",
      surface: "page",
      line: "!!help",
      thread,
      address: roomA,
    } as const;
    expect(await k.store.accept({ at: 1, run })).toEqual({ seen: false, run: run.id });
    await k.reopen();
    expect(await k.store.openRuns()).toEqual([run]);
    const end = { id: run.id, at: 2, exitCode: 1, code: "InvalidArgs", text: "no", result: { a: 1 } };
    const reply = [{ to: roomA, body: { kind: "note", parts: [] } }] as const;
    await Promise.all([k.store.endRun(end, [k.record({ kind: "run" })], reply), k.store.endRun({ ...end, exitCode: 0 }, [k.record({ kind: "run" })], reply)]);
    expect(await k.store.run(all, run.id)).toEqual({ ...run, endedAt: 2, exitCode: 1, code: "InvalidArgs", text: "no", result: { a: 1 } });
    expect([(await k.store.openRuns()).length, (await k.store.auditRecords({ limit: 9 })).length, await k.store.countDue()]).toEqual([0, 1, 1]);
  });

  it("takes the same key of the same turn for the same artifact", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    const turn = await k.begun(session);
    const artifact: Artifact = {
      id: k.newId("art"),
      thread: session.thread,
      session: session.id,
      turn: turn.id,
      key: "a",
      name: "n",
      mime: "m",
      bytes: 1,
      sha256: "s",
      description: "d",
      path: "p",
      at: 1,
    };
    expect(await k.store.addArtifact(artifact)).toEqual(artifact);
    expect(await k.store.addArtifact({ ...artifact, id: k.newId("art") })).toEqual(artifact);
    const other = await k.store.addArtifact({ ...artifact, id: k.newId("art"), key: "b" });
    const { turn: _turn, session: _session, ...loose } = artifact;
    const unmade = await k.store.addArtifact({ ...loose, id: k.newId("art") });
    expect(await k.store.artifacts([artifact.id, other.id])).toEqual([artifact, other]);
    expect(await k.store.artifacts([unmade.id, "art_missing", artifact.id])).toEqual([unmade, artifact]);
    expect(await k.store.artifact(all, unmade.id)).toEqual(unmade);
  });

  it("keeps the latest receipt of a draft in each chat until it is dropped", async () => {
    await using k = await kit(open);
    const turn = await k.begun(await k.session(await k.thread()));
    await k.store.keepDraft(turn.id, roomA, "r1");
    await k.store.keepDraft(turn.id, roomA, "r2");
    await k.store.keepDraft(turn.id, roomB, "r3");
    await k.reopen();
    expect([await k.store.draftReceipt(turn.id, roomA), await k.store.draftReceipt(turn.id, roomB)]).toEqual(["r2", "r3"]);
    await k.store.dropDraft(turn.id, roomA);
    await k.store.dropDraft(turn.id, roomA);
    expect([await k.store.draftReceipt(turn.id, roomA), await k.store.draftReceipt(turn.id, roomB)]).toEqual([undefined, "r3"]);
    expect(await k.store.draftReceipt("trn_other", roomB)).toBeUndefined();
  });

  it("keeps the first value of a name", async () => {
    await using k = await kit(open);
    expect(await Promise.all([k.store.keep("key", "one"), k.store.keep("key", "two")])).toEqual(["one", "one"]);
    await k.reopen();
    expect([await k.store.keep("key", "three"), await k.store.keep("other", "x")]).toEqual(["one", "x"]);
  });

  it("sweeps seen keys after a day and sent deliveries after a week, but no receipt of an open question", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    await k.store.bind(roomA, session.thread, 1);
    await k.store.accept({ at: k.clock.now, key: "old" });
    const message = await k.say(session.thread, {}, { fan: true });
    const turn = await k.begun(session);
    const question = k.question(turn, { expiresAt: k.clock.now + 30 * dayMs });
    await k.store.ask(question, [roomB]);
    const claims = await k.store.claimDue(k.clock.now, 9);
    for (const claim of claims) await k.store.settle(claim, { how: "sent", receipt: "r" });
    const idOf = (kind: string): NonNullable<(typeof claims)[number]>["delivery"]["id"] =>
      present(claims.find(({ delivery }) => delivery.body.kind === kind)).delivery.id;
    await k.store.sweep(k.clock.now + dayMs - 1);
    expect(await k.store.accept({ at: k.clock.now, key: "old" })).toMatchObject({ seen: true });
    await k.store.sweep(k.clock.now + 8 * dayMs);
    expect(await k.store.accept({ at: k.clock.now + 8 * dayMs, key: "old" })).toMatchObject({ seen: false });
    expect(await k.store.delivery(idOf("message"))).toBeUndefined();
    expect(await k.store.delivery(idOf("question"))).toMatchObject({ state: "sent" });
    expect(await k.store.message(all, message.id)).toEqual(message);
    expect(await k.store.countDue()).toBe(1);
    await k.store.answer(question.id, k.given(), k.record());
    await k.store.sweep(k.clock.now + 8 * dayMs);
    expect(await k.store.delivery(idOf("question"))).toBeUndefined();
  });

  it("sweeps more than one stride", async () => {
    await using k = await kit(open);
    await Promise.all(Array.from({ length: 2500 }, (_, i) => k.store.accept({ at: 1, key: `k${i}` })));
    await k.store.sweep(10 * dayMs);
    expect((await Promise.all([0, 1700, 2499].map((i) => k.store.accept({ at: 1, key: `k${i}` })))).map(({ seen }) => seen)).toEqual([false, false, false]);
  });
}
