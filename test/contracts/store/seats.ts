import { expect, it } from "vitest";
import type { TurnId } from "#domain/ids";
import { all, kit, roomA } from "#test/contracts/store/kit";
import type { OpenStore } from "#test/contracts/store/kit";

/** What turns and seats leave with their session. */
export function seatContract(open: OpenStore): void {
  it("puts a turn that was not taken back to the front of the queue, and only one that is under way", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    await k.prompt(session);
    const first = await k.store.beginTurn(session.id, 5);
    if (first === undefined) throw new Error("no turn");
    await k.prompt(session);
    expect(await k.store.requeueTurn(first.id)).toBe(true);
    expect(await k.store.requeueTurn(first.id)).toBe(false);
    expect(await k.store.session(session.id)).toMatchObject({ state: "idle", queue: 2 });
    expect((await k.store.turn(first.id))?.begunAt).toBeUndefined();
    expect(await k.store.beginTurn(session.id, 9)).toMatchObject({ id: first.id, begunAt: 9, state: "begun" });
  });

  it("puts an urgent turn before those that are queued, behind none but the one under way, and the latest of two first", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    const urgent = async (prompt: string): Promise<TurnId> => {
      const id = k.newId("trn");
      const message = k.line(session.thread, { turn: id });
      const author = { kind: "person", id: "per_ann", name: "Ann" } as const;
      const asked = { id, session: session.id, thread: session.thread, origin: "prompt", prompt, message: message.id, by: author, beganBy: author.id } as const;
      const { turn } = await k.store.accept({ at: k.clock.now, message, turn: { ...asked, at: k.clock.now }, isFirst: true });
      if (turn === undefined) throw new Error("no turn");
      return turn.id;
    };
    await k.prompt(session);
    const begun = await k.store.beginTurn(session.id, 5);
    const waiting = await k.prompt(session);
    const first = await urgent("now");
    const second = await urgent("rather this");
    const order = (await k.store.openTurns(session.id)).filter((turn) => turn.state === "queued").map((turn) => turn.id);
    expect(order).toEqual([second, first, waiting.id]);
    expect(await k.store.beginTurn(session.id, 6)).toBeUndefined();
    if (begun === undefined) throw new Error("no turn");
    expect(await k.store.requeueTurn(begun.id)).toBe(true);
    expect((await k.store.beginTurn(session.id, 7))?.id).toBe(second);
  });

  it("drops queued turns all together or not at all, says so in the thread, and leaves the one under way", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const session = await k.session(thread);
    await k.store.bind(roomA, thread, 1);
    for (let i = 0; i < 3; i++) await k.prompt(session);
    const begun = await k.store.beginTurn(session.id, 5);
    const [first, second] = (await k.store.openTurns(session.id)).filter((turn) => turn.state === "queued");
    if (begun === undefined || first === undefined || second === undefined) throw new Error("no turns");
    const line = k.line(thread, { text: "Bo dropped 2" });
    expect(await k.store.dropQueued([first.id, begun.id], 6, line)).toBe(false);
    expect([await k.store.message(all, line.id), (await k.store.session(session.id))?.queue]).toEqual([undefined, 2]);
    expect(await k.store.dropQueued([first.id, second.id], 6, line)).toBe(true);
    expect(await k.store.session(session.id)).toMatchObject({ state: "processing", queue: 0 });
    expect(await k.store.turn(first.id)).toMatchObject({ state: "ended", ending: "stopped", endedAt: 6 });
    expect(await k.store.message(all, line.id)).toMatchObject({ text: "Bo dropped 2" });
    expect((await k.store.claimDue(k.clock.now, 9)).map((claim) => claim.delivery.body)).toContainEqual({ kind: "message", message: line.id });
    expect(await k.store.dropQueued([first.id], 7, k.line(thread))).toBe(false);
  });

  it("begins a queued prompt with what its edited message says, and leaves one that was begun as it was", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    await k.prompt(session);
    await k.prompt(session);
    const [first, second] = await k.store.openTurns(session.id);
    if (first === undefined || second === undefined) throw new Error("no turns");
    await k.store.beginTurn(session.id, 5);
    for (const turn of [first, second]) await k.store.editMessage(turn.message, "meant this", "per_ann", 6);
    expect((await k.store.turn(first.id))?.prompt).toBe(first.prompt);
    expect(await k.store.turn(second.id)).toEqual({ ...second, prompt: "meant this" });
  });

  it("adds up what a session used, and counts a turn that reports again once", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    expect(await k.store.session(session.id)).not.toHaveProperty("usage");
    await k.prompt(session);
    const turn = await k.store.beginTurn(session.id, 5);
    if (turn === undefined) throw new Error("no turn");
    await k.store.keepUsage(turn.id, { model: "small", inputTokens: 10, outputTokens: 1 });
    await k.store.keepUsage(turn.id, { model: "large", inputTokens: 100, outputTokens: 20, cost: 0.5, contextLeft: 900 });
    await k.store.endTurn({ turn: turn.id, at: 6, ending: { how: "completed", text: "" }, session: "ended", reason: "" });
    await k.prompt(session);
    const next = await k.store.beginTurn(session.id, 7);
    if (next === undefined) throw new Error("no turn");
    await k.store.keepUsage(next.id, { model: "large", inputTokens: 1, outputTokens: 2, cost: 0.25 });
    expect((await k.store.sessions(all))[0]?.usage).toEqual({ model: "large", inputTokens: 101, outputTokens: 22, cost: 0.75, turns: 2 });
    expect(await k.store.keepUsage("trn_missing", { model: "x", inputTokens: 1, outputTokens: 1 })).toBe(false);
  });

  it("remembers one value for a session's seat, and forgets it with the session", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread(), { name: "one" });
    expect(await k.store.sessionMemory(session.id)).toBeUndefined();
    expect(await k.store.setSessionMemory(session.id, { conversation: "c1", offset: 7 })).toBe(true);
    expect(await k.store.setSessionMemory(session.id, null)).toBe(true);
    expect(await k.store.sessionMemory(session.id)).toBeNull();
    await k.store.setSessionMemory(session.id, ["c2"]);
    expect(await k.store.sessionMemory(session.id)).toEqual(["c2"]);
    await k.store.dropSession(session.id);
    expect(await k.store.sessionMemory(session.id)).toBeUndefined();
    expect(await k.store.setSessionMemory(session.id, "x")).toBe(false);
  });
}
