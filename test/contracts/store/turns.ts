import { expect, it } from "vitest";
import type { SessionId } from "#domain/ids";
import type { SessionState } from "#domain/session";
import { all, claude, hub, kit, present, refusal, roomA } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

export function turnContract(open: OpenStore): void {
  const stateOf = async (k: Kit, id: SessionId): Promise<SessionState | undefined> => (await k.store.session(id))?.state;
  const ending = { how: "completed", text: "done" } as const;

  it("keeps a session with its state when it is put again, and refuses a name that is taken", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const session = await k.session(thread, { name: "Claude" });
    expect(session).toMatchObject({ name: "Claude", thread, state: "idle", reason: "", queue: 0, settings: { a: 1 }, workDir: "/w" });
    await k.store.moveSession(session.id, "gone", "the pane is gone");
    const { state: _state, reason: _reason, queue: _queue, ...spec } = session;
    expect(await k.store.putSession({ ...spec, workDir: "/other" })).toEqual({ ...session, workDir: "/other", state: "dead", reason: "the pane is gone" });
    expect(await refusal(k.session(thread, { name: "claude" }))).toBe("NameTaken");
    expect(await k.store.sessionByName(all, "CLAUDE")).toMatchObject({ id: session.id });
  });

  it("takes a dropped session from the lists and from its thread, and frees its name", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const session = await k.session(thread, { name: "one" });
    expect(await k.store.thread(all, thread)).toMatchObject({ defaultSession: session.id });
    const other = await k.session(thread, { name: "two" });
    expect(await k.store.thread(all, thread)).toMatchObject({ defaultSession: session.id });
    await k.store.dropSession(session.id);
    expect(await k.store.thread(all, thread)).toMatchObject({ defaultSession: other.id });
    await k.store.dropSession(other.id);
    expect([await k.store.sessions(all), await k.store.session(session.id), await k.store.sessionByName(all, "one")]).toEqual([[], undefined, undefined]);
    expect(await k.store.thread(all, thread)).not.toHaveProperty("defaultSession");
    expect(await refusal(k.prompt(session))).toBe("NoSuchSession");
    expect(await k.session(thread, { name: "one" })).toMatchObject({ state: "idle" });
  });

  it("moves a session by its table only", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    expect(await k.store.moveSession(session.id, "answered", "no")).toMatchObject({ state: "idle", reason: "" });
    expect(await k.store.moveSession(session.id, "gone", "pane gone")).toMatchObject({ state: "dead", reason: "pane gone" });
    expect(await k.store.moveSession("ses_missing", "gone", "")).toBeUndefined();
  });

  it("makes a session with the thread and the turn that need it, or none of them", async () => {
    await using k = await kit(open);
    const [thread, id, turn] = [k.newId("thr"), k.newId("ses"), k.newId("trn")];
    const at = k.clock.now;
    const session = { id, name: "new", thread, kind: "delivery", cliType: "c", workDir: "/w", settings: {}, source: "store", at } as const;
    const message = { ...k.line(thread), turn };
    const made = {
      at,
      thread: { id: thread, topic: "t", access: "closed", createdBy: hub, at, participants: [] },
      bind: { address: roomA, thread },
      session,
      message,
      turn: { id: turn, session: id, thread, origin: "prompt", prompt: "p", message: message.id, by: hub, beganBy: "hub", at },
    } as const;
    expect(await refusal(k.store.accept({ ...made, queueLimit: 0 }))).toBe("QueueFull");
    expect([await k.store.thread(all, thread), await k.store.session(id), await k.store.boundThread(roomA)]).toEqual([undefined, undefined, undefined]);
    expect(await k.store.accept(made)).toMatchObject({ turn: { id: turn, session: id } });
    expect(await k.store.thread(all, thread)).toMatchObject({ defaultSession: id });
    expect([(await k.store.session(id))?.queue, await k.store.boundThread(roomA)]).toEqual([1, thread]);
  });

  it("tells how many turns are ahead, and begins the oldest, one at a time", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    const other = await k.session(session.thread);
    const asked = [];
    for (let i = 0; i < 3; i++) {
      const message = k.line(session.thread);
      const turn = {
        id: k.newId("trn"),
        session: session.id,
        thread: session.thread,
        origin: "prompt",
        prompt: String(i),
        message: message.id,
        by: claude,
        beganBy: "x",
        at: 7,
      } as const;
      asked.push(await k.store.accept({ at: 7, message, turn: i === 0 ? { ...turn, from: roomA } : turn }));
    }
    expect(asked.map(({ ahead }) => ahead)).toEqual([0, 1, 2]);
    expect(await k.store.session(session.id)).toMatchObject({ state: "idle", queue: 3 });
    expect(await k.store.beginTurn(other.id, 8)).toBeUndefined();
    const begun = await Promise.all([k.store.beginTurn(session.id, 8), k.store.beginTurn(session.id, 8)]);
    expect(begun[0]).toEqual({ ...present(asked[0]?.turn), state: "begun", begunAt: 8 });
    expect(begun[1]).toBeUndefined();
    expect(await k.store.session(session.id)).toMatchObject({ state: "processing", queue: 2 });
    await k.reopen();
    expect(await k.store.beginTurn(session.id, 9)).toBeUndefined();
    expect((await k.store.openTurns(session.id)).map((turn) => turn.prompt)).toEqual(["0", "1", "2"]);
    expect(await k.store.openTurns()).toEqual(await k.store.openTurns(session.id));
    await k.store.endTurn({ turn: present(begun[0]).id, at: 9, ending, session: "ended", reason: "" });
    expect(await k.store.beginTurn(session.id, 10)).toMatchObject({ prompt: "1" });
  });

  it("adds a batched prompt to the last queued turn of the same person and thread, and to no other", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    const say = async (prompt: string, beganBy = "per_1") => {
      const message = k.line(session.thread);
      const id = k.newId("trn");
      const by = { kind: "person", id: beganBy, name: "Ann" } as const;
      const turn = { id, session: session.id, thread: session.thread, origin: "prompt", prompt, message: message.id, by, beganBy, at: k.clock.now } as const;
      return k.store.accept({ at: k.clock.now, key: `key ${prompt}`, message: { ...message, turn: id }, turn, isBatched: true, queueLimit: 3 });
    };
    await say("one");
    const begun = present(await k.store.beginTurn(session.id, k.clock.now));
    const second = await say("two");
    const third = await say("three");
    expect(begun.prompt).toBe("one");
    expect([third.turn?.id, third.ahead, third.message?.turn]).toEqual([second.turn?.id, 0, second.turn?.id]);
    const other = await say("four", "per_2");
    expect(other.turn?.id).not.toBe(second.turn?.id);
    expect((await say("five")).turn?.id).not.toBe(second.turn?.id);
    expect((await k.store.seen("key three"))?.turn?.id).toBe(second.turn?.id);
    expect((await k.store.openTurns(session.id)).map(({ prompt }) => prompt)).toEqual(["one", "two\n\nthree", "four", "five"]);
    expect(await k.store.session(session.id)).toMatchObject({ queue: 3 });
  });

  it("ends a turn exactly once, with its message, its artifacts and a delivery to each chat", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    await k.store.bind(roomA, session.thread, 1);
    const turn = await k.begun(session);
    const artifact = {
      id: k.newId("art"),
      thread: session.thread,
      turn: turn.id,
      key: "k",
      name: "n",
      mime: "m",
      bytes: 1,
      sha256: "",
      description: "",
      path: "p",
      at: 1,
    } as const;
    await k.store.addArtifact(artifact);
    const end = { turn: turn.id, at: 20, ending, session: "ended", reason: "" } as const;
    const message = k.line(session.thread, { author: claude, role: "assistant", turn: turn.id });
    const ends = await Promise.all([k.store.endTurn({ ...end, message }), k.store.endTurn({ ...end, message: { ...message, id: k.newId("msg") } })]);
    expect(ends[0]).toEqual({ ended: true, message: { ...message, artifacts: [artifact.id], seq: 2, rev: 2 } });
    expect(ends[1]).toEqual({ ended: false });
    expect(await k.store.turn(turn.id)).toMatchObject({ state: "ended", endedAt: 20, ending: "completed" });
    expect(await k.store.message(all, message.id)).toEqual(ends[0].message);
    expect((await k.store.claimDue(k.clock.now, 9)).map(({ delivery }) => delivery.body)).toEqual([{ kind: "message", message: message.id, ends: turn.id }]);
    expect(await stateOf(k, session.id)).toBe("idle");
    expect(await k.store.openTurns()).toEqual([]);
  });

  it("delivers a quiet ending to no chat, and takes back what was shown of its turn", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    await k.store.bind(roomA, session.thread, 1);
    const turn = await k.begun(session);
    await k.store.keepDraft(turn.id, roomA, "d1");
    const message = k.line(session.thread, { author: hub, role: "system", turn: turn.id });
    const quiet = { how: "failed", reason: "why", isQuiet: true } as const;
    const { ended } = await k.store.endTurn({ turn: turn.id, at: 20, ending: quiet, session: "failed", reason: "why", message });
    expect([ended, await k.store.message(all, message.id)]).toMatchObject([true, { id: message.id }]);
    expect((await k.store.claimDue(k.clock.now, 9)).map(({ delivery }) => delivery.body)).toMatchObject([{ kind: "retract", receipt: "d1" }]);
    expect(await k.store.turn(turn.id)).toMatchObject({ ending: "failed", reason: "why", isQuiet: true });
  });

  it("moves the session with the end of its turn: completed, failed, stopped, and a late end after a timeout", async () => {
    await using k = await kit(open);
    for (const [event, state] of [
      ["ended", "idle"],
      ["failed", "error"],
      ["stopped", "idle"],
      ["gone", "dead"],
    ] as const) {
      const session = await k.session(await k.thread());
      const turn = await k.begun(session);
      await k.store.endTurn({ turn: turn.id, at: 1, ending: { how: "failed", reason: "why" }, session: event, reason: "why" });
      expect(await k.store.session(session.id)).toMatchObject({ state, reason: "why" });
    }
    const session = await k.session(await k.thread());
    const turn = await k.begun(session);
    await k.store.bind(roomA, session.thread, 1);
    const notice = k.line(session.thread, { author: hub, role: "system", text: "No answer yet." });
    expect(await k.store.overdue(turn.id, 30, notice)).toBe(true);
    expect(await k.store.overdue(turn.id, 31, k.line(session.thread))).toBe(false);
    expect(await k.store.session(session.id)).toMatchObject({ state: "error", reason: "No answer yet." });
    expect(await k.store.turn(turn.id)).toMatchObject({ state: "begun", overdueAt: 30 });
    expect(await k.store.countDue()).toBe(1);
    expect(await k.store.endTurn({ turn: turn.id, at: 40, ending, session: "late", reason: "", message: k.line(session.thread) })).toMatchObject({
      ended: true,
    });
    expect(await stateOf(k, session.id)).toBe("idle");
    expect(await k.store.countDue()).toBe(2);
    expect(await k.store.overdue(turn.id, 50, k.line(session.thread))).toBe(false);
  });

  it("begins a turn typed at the desk once, with its message, and not beside another turn", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    const message = k.line(session.thread, { text: "typed" });
    const desk = {
      id: k.newId("trn"),
      session: session.id,
      thread: session.thread,
      origin: "desk",
      prompt: "typed",
      message: message.id,
      by: claude,
      beganBy: "x",
      at: 3,
    } as const;
    const begun = await k.store.deskTurn(desk, message);
    expect(begun).toMatchObject({ id: desk.id, state: "begun", origin: "desk", begunAt: 3 });
    expect(await k.store.deskTurn(desk, k.line(session.thread))).toEqual(begun);
    expect(await k.store.turn(desk.id)).toEqual(begun);
    expect(await k.store.thread(all, session.thread)).toMatchObject({ seq: 1 });
    expect(await stateOf(k, session.id)).toBe("processing");
    const second = { ...desk, id: k.newId("trn") };
    expect(await k.store.deskTurn(second, k.line(session.thread))).toBeUndefined();
    expect(await k.store.thread(all, session.thread)).toMatchObject({ seq: 1 });
  });
}
