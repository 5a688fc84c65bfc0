import { expect, it } from "vitest";
import type { Artifact } from "#domain/artifact";
import type { ThreadId } from "#domain/ids";
import { all, kit, present, refusal, roomA, roomB } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";
import { invitation } from "#test/contracts/store/invitations";

/** A thread with one of everything that can hang on it, and nobody at work in it. */
async function furnished(k: Kit): Promise<{ readonly thread: ThreadId; readonly seen: () => Promise<readonly unknown[]> }> {
  const { store } = k;
  const thread = await k.thread({ topic: "doomed", participants: ["per_bob"] });
  await store.bind(roomA, thread, 1);
  const said = await k.say(thread, { text: "pangolin", origin: { address: roomB, ref: "1" } }, { fan: true });
  const session = await k.session(thread);
  const turn = await k.begun(session);
  const { question } = await store.ask(k.question(turn), [roomB]);
  const artifact: Artifact = {
    id: k.newId("art"),
    thread,
    turn: turn.id,
    key: "k",
    name: "n",
    mime: "m",
    bytes: 1,
    sha256: "",
    description: "",
    path: "p",
    at: 1,
  };
  await store.addArtifact(artifact);
  await store.keepDraft(turn.id, roomA, "r");
  const run = k.newId("run");
  await store.accept({ at: 1, run: { id: run, at: 1, who: "x", whoName: "x", name: "help", surface: "page", line: "!!help", thread } });
  await store.endRun({ id: run, at: 1, exitCode: 0, text: "", result: {} }, [], []);
  await store.endTurn({ turn: turn.id, at: 1, ending: { how: "completed", text: "" }, session: "ended", reason: "", message: k.line(thread) });
  await store.dropSession(session.id);
  await store.advanceCursor("per_bob", thread, 1);
  await store.setDetails(thread, { summary: "s" });
  await store.editMessage(said.id, "aardvark", "x", 1);
  await store.react(said.id, { reaction: "+1", by: "x", name: "X", at: 1 });
  return {
    thread,
    seen: async () => [
      await store.thread(all, thread),
      await store.details(all, thread),
      await store.message(all, said.id),
      (await store.messages(all, thread, { limit: 9 }))[0],
      (await store.entries(all, thread, { limit: 9 }))[0],
      (await store.edits(said.id, { limit: 9 }))[0],
      (await store.messageStates([said.id])).get(said.id),
      (await store.search(all, "aardvark", { limit: 9 }))[0],
      (await store.participants(thread))[0],
      await store.boundThread(roomA),
      await store.turn(turn.id),
      await store.question(all, question.id),
      (await store.copies(question.id))[0],
      await store.artifact(all, artifact.id),
      await store.run(all, run),
      await store.draftReceipt(turn.id, roomA),
      await store.threadByTopic(all, "doomed"),
      (await store.threads(all, { limit: 9, archived: true })).find((one) => one.id === thread),
    ],
  };
}

export function deletingContract(open: OpenStore): void {
  it("deletes a thread with all that hangs on it, and records it, in one step", async () => {
    await using k = await kit(open);
    const kept = await k.thread({ topic: "kept" });
    await k.say(kept, { text: "aardvark too" });
    const { thread, seen } = await furnished(k);
    expect(await seen()).not.toContain(undefined);
    expect(await k.store.deleteThread(thread, k.record({ data: { what: "deleted", thread } }))).toBe(true);
    expect(new Set(await seen().then((things) => things.slice(0, 7).concat(things.slice(8))))).toEqual(new Set([undefined]));
    expect((await k.store.search(all, "aardvark", { limit: 9 })).map((found) => found.thread)).toEqual([kept]);
    expect(await k.store.countDue()).toBe(0);
    expect((await k.store.auditRecords({ limit: 1 }))[0]).toMatchObject({ data: { what: "deleted", thread } });
    expect(await k.store.deleteThread(thread, k.record())).toBe(false);
    await k.reopen();
    expect(await k.store.verifyAudit()).toMatchObject({ ok: true });
    expect(await refusal(k.say(thread))).toBe("NotFound");
    expect(await k.store.thread(all, kept)).toMatchObject({ seq: 1 });
  });

  it("is refused on request where a person has spoken, and only there", async () => {
    await using k = await kit(open);
    const [quiet, spoken] = [await k.thread({ topic: "quiet" }), await k.thread({ topic: "spoken" })];
    const agent = { kind: "agent", id: "agt_1", name: "bee" } as const;
    await k.say(quiet, { author: agent });
    await k.say(spoken, { author: { kind: "person", id: "per_1", name: "Ann" } });
    await k.say(spoken, { author: agent });
    expect(await refusal(k.store.deleteThread(spoken, k.record(), { unlessPersonSpoke: true }))).toBe("NotAllowed");
    expect(await k.store.thread(all, spoken)).toMatchObject({ seq: 2 });
    expect(await k.store.deleteThread(quiet, k.record(), { unlessPersonSpoke: true })).toBe(true);
    expect(await k.store.deleteThread(spoken, k.record())).toBe(true);
  });

  it("refuses while a session, a turn or an invited agent is in it, and touches nothing", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const session = await k.session(thread);
    expect(await refusal(k.store.deleteThread(thread, k.record()))).toBe("NotAllowed");
    const turn = await k.begun(session);
    await k.store.dropSession(session.id);
    expect(await refusal(k.store.deleteThread(thread, k.record()))).toBe("NotAllowed");
    await k.store.endTurn({ turn: turn.id, at: 1, ending: { how: "completed", text: "" }, session: "ended", reason: "" });
    await k.store.putInvitation(invitation(thread, { id: "inv_1", state: "joined" }), []);
    expect(await refusal(k.store.deleteThread(thread, k.record()))).toBe("NotAllowed");
    expect(await k.store.auditRecords({ limit: 9 })).toEqual([]);
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 1 });
    await k.store.putInvitation(invitation(thread, { id: "inv_1", state: "ended" }), []);
    expect(await k.store.deleteThread(thread, k.record())).toBe(true);
    expect(await k.store.invitations(all, { limit: 9 })).toMatchObject([{ id: "inv_1", thread }]);
    expect(await k.store.invitations({ sees: "some", who: "x", open: true }, { limit: 9 })).toEqual([]);
  });

  it("takes along what was called in the same moment before it", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await Promise.all([k.say(thread), k.store.advanceCursor("per_bob", thread, 1), k.store.deleteThread(thread, k.record())]);
    expect(await k.store.thread(all, thread)).toBeUndefined();
  });

  it("lets what was called in the same moment before it be kept and go with it, and refuses what comes after", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const outcomes = await Promise.allSettled([
      k.say(thread),
      k.store.advanceCursor("per_bob", thread, 1),
      k.store.deleteThread(thread, k.record()),
      k.say(thread),
      k.store.advanceCursor("per_bob", thread, 1),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected", "rejected"]);
    const next = await k.thread();
    await k.say(next, { text: "fresh" });
    expect(await k.store.search(all, "hello", { limit: 9 })).toEqual([]);
    expect((await k.store.search(all, "fresh", { limit: 9 })).map((found) => found.thread)).toEqual([next]);
  });

  it("frees an address whose delivery was on its way, and moves up what waits behind it", async () => {
    await using k = await kit(open);
    const doomed = await k.thread();
    const kept = await k.thread();
    await k.store.bind(roomA, doomed, 1);
    await k.say(doomed, {}, { fan: true });
    await k.say(doomed, {}, { fan: true });
    await k.store.bind(roomA, kept, 1);
    const said = await k.say(kept, {}, { fan: true });
    const [claim] = await k.store.claimDue(k.clock.now, 9);
    await k.store.deleteThread(doomed, k.record());
    expect(await k.store.claimDue(k.clock.now, 9)).toEqual([]);
    expect(await k.store.settle(present(claim), { how: "sent", receipt: "r" })).toBeUndefined();
    expect((await k.store.claimDue(k.clock.now, 9)).map(({ delivery }) => delivery.body)).toEqual([{ kind: "message", message: said.id }]);
  });

  it("keeps a run that has not ended, so that its end is still told", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await k.store.accept({ at: 1, run: { id: "run_1", at: 1, who: "per_ann", whoName: "per_ann", name: "delete", surface: "page", line: "!!delete", thread } });
    await k.store.deleteThread(thread, k.record());
    await k.store.endRun({ id: "run_1", at: 2, exitCode: 0, text: "done", result: {} }, [k.record()], []);
    const run = await k.store.run({ sees: "some", who: "per_ann", open: true }, "run_1");
    expect(run).toMatchObject({ exitCode: 0, text: "done" });
    expect(run).not.toHaveProperty("thread");
  });

  it("leaves the work that a removed session did in other threads", async () => {
    await using k = await kit(open);
    const first = await k.thread();
    const second = await k.thread();
    const session = await k.session(first);
    const turn = await k.begun(session);
    await k.store.endTurn({ turn: turn.id, at: 1, ending: { how: "completed", text: "" }, session: "ended", reason: "" });
    await k.store.putSession({ ...session, thread: second });
    await k.store.dropSession(session.id);
    expect(await k.store.deleteThread(second, k.record())).toBe(true);
    expect(await k.store.turn(turn.id)).toMatchObject({ thread: first });
    expect(await k.store.deleteThread(first, k.record())).toBe(true);
    expect(await k.store.turn(turn.id)).toBeUndefined();
  });
}
