import { describe, expect, it } from "vitest";
import type { AgentEvent } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import { agentAsksContract } from "#test/contracts/agent-asks";
import { agentRestartContract } from "#test/contracts/agent-restart";
import { agentSeatContract } from "#test/contracts/agent-seat";
import { expectOnSeat, like, withCan } from "#test/contracts/agent-rig";
import type { AgentCan, AgentRig, Case, Opened } from "#test/contracts/agent-rig";

/** Every driver passes this. A capability that one lacks is data with a reason; its cases are reported as skipped. */
export function agentContract(name: string, can: AgentCan, setup: () => AgentRig): void {
  const test = (what: string, run: (open: Opened) => Promise<void>): void => it(`${what}`, () => expectOnSeat(can, setup, run));

  describe(`agent contract: ${name}`, () => {
    speaks(can, setup, test);
    endsAndLetsGo(can, test);
    withCan(can.makes, test, "hands over what it made, with a name, a type and a key", async ({ hub, ended, begin }, { prompt }) => {
      const turn = await begin(prompt);
      await ended(turn);
      const made = hub.of(turn).filter((event) => event.kind === "made");
      expect(made.length).toBeGreaterThan(0);
      expect(new Set(made.map((event) => event.key)).size).toBe(made.length);
      for (const { file } of made) expect(file).toMatchObject({ name: like(/./), mime: like(/\//), description: like(/./) });
    });
    withCan(can.fails, test, "reports a failure with its reason and does not throw it", async ({ hub, begin, ended }, { prompt }) => {
      const turn = await begin(prompt);
      await ended(turn);
      expect(hub.endings(turn)).toMatchObject([{ how: "failed", reason: like(/\w+ \w+/) }]);
    });
    withCan(can.desk, test, "tells of a turn that began at the desk, under an id of its own, before anything else of it", async (open, { prompt, typed }) => {
      const turn = await open.begin(prompt);
      const started = (): Extract<AgentEvent, { kind: "started" }> | undefined => open.hub.events.find((event) => event.kind === "started");
      await open.until(() => started() !== undefined);
      await open.ended(turn);
      const desk = started();
      expect(desk).toMatchObject({ kind: "started", origin: "desk", prompt: typed });
      if (!desk) return;
      expect(desk.turn).not.toBe(turn);
      expect(open.hub.of(desk.turn)[0]).toBe(desk);
      expect(await open.seat.begin(desk.turn, { text: typed, by: "Ann", outside: false, files: [] })).toMatchObject({ how: "refused" });
      await open.seat.interrupt(desk.turn);
      await open.ended(desk.turn);
      expect(open.hub.endings(desk.turn)).toMatchObject([{ how: "stopped" }]);
    });
    agentAsksContract(can, test);
    agentRestartContract(can, test);
    agentSeatContract(can, test);
  });
}

function speaks(can: AgentCan, setup: () => AgentRig, test: Case): void {
  it("takes a prompt, reports what it does, and ends the turn once and last", () =>
    expectOnSeat(can, setup, async ({ hub, begin, ended, rest }) => {
      const turn = await begin(can.says.prompt);
      await ended(turn);
      await rest();
      expect(hub.of(turn).filter((event) => event.kind === "ended")).toHaveLength(1);
      expect(hub.of(turn).at(-1)).toMatchObject({ kind: "ended", ending: { how: "completed", text: like(/./) } });
      expect(hub.of(turn).some((event) => event.kind === "started")).toBe(false);
    }));

  test("answers taken well before the turn's first event, so that whoever began it can get ready", async ({ sink, begin, until }) => {
    await begin(can.says.prompt);
    for (let tick = 0; tick < 50; tick++) await Promise.resolve();
    expect(sink.calls).toBe(0);
    await until(() => sink.calls > 0);
  });

  const streams = can.says.streams === true ? { prompt: can.says.prompt } : can.says.streams;
  withCan(streams, test, "says in deltas exactly what it has said at the end", async ({ hub, begin, ended }, { prompt }) => {
    const turn = await begin(prompt);
    await ended(turn);
    expect(hub.of(turn).filter((event) => event.kind === "delta").length).toBeGreaterThan(1);
    expect(hub.endings(turn)).toEqual([{ how: "completed", text: hub.said(turn) }]);
  });

  test("plays two turns one after the other, each with its own ending", async ({ hub, begin, ended }) => {
    const first = await begin(can.says.prompt);
    await ended(first);
    const second = await begin(can.says.prompt);
    await ended(second);
    expect([hub.endings(first).length, hub.endings(second).length]).toEqual([1, 1]);
  });

  test("never mixes two turns: a second one is refused, or waits for the first one's end", async ({ hub, seat, begin, ended, newId }) => {
    const first = await begin(can.says.prompt);
    const second = newId("trn");
    const { how } = await seat.begin(second, { text: can.says.prompt, by: "Ann", outside: false, files: [] });
    await ended(first);
    if (how === "taken") await ended(second);
    const order = hub.events.flatMap((event) => ("turn" in event ? [event.turn] : []));
    expect(order.slice(0, order.lastIndexOf(first) + 1).every((turn) => turn === first)).toBe(true);
    expect(hub.endings(second).length).toBe(how === "taken" ? 1 : 0);
  });

  test("refuses a turn the second time, under way and over", async ({ hub, seat, begin, ended, rest }) => {
    const prompt = { text: can.says.prompt, by: "Ann", outside: false, files: [] };
    const turn = await begin(can.says.prompt);
    expect(await seat.begin(turn, prompt)).toMatchObject({ how: "refused" });
    await ended(turn);
    expect(await seat.begin(turn, prompt)).toMatchObject({ how: "refused" });
    await rest();
    expect(hub.endings(turn)).toHaveLength(1);
  });

  test("reports again what the hub could not keep", async ({ hub, begin, ended }) => {
    hub.failNext(2);
    const turn = await begin(can.says.prompt);
    await ended(turn);
    hub.failNext(3, "ended");
    const second = await begin(can.says.prompt);
    await ended(second);
    expect([...hub.endings(turn), ...hub.endings(second)]).toMatchObject([{ how: "completed" }, { how: "completed" }]);
  });

  test("survives a hub that keeps nothing, and serves the next turn", async ({ hub, begin, ended, rest, timers }) => {
    hub.failAll(true);
    const lost = await begin(can.says.prompt);
    await rest();
    expect(timers()).toBe(0);
    hub.failAll(false);
    const turn = await begin(can.says.prompt);
    await ended(turn);
    expect(hub.endings(turn)).toMatchObject([{ how: "completed" }]);
    expect(hub.endings(lost).length).toBeLessThanOrEqual(1);
  });
}

function endsAndLetsGo(can: AgentCan, test: Case): void {
  test("stops a turn that speaks, and says nothing after that", async ({ hub, seat, begin, ended, rest }) => {
    const turn = await begin(can.says.prompt);
    let before = Infinity;
    atFirst(hub, turn, can.says.streams === true ? "delta" : undefined, () => {
      before = hub.of(turn).length;
      return seat.interrupt(turn);
    });
    await ended(turn);
    await rest();
    // One report may have been on its way.
    expect(hub.of(turn).length).toBeLessThanOrEqual(before + 2);
    expect(hub.endings(turn)).toMatchObject([{ how: "stopped", reason: like(/./) }]);
    expect(hub.of(turn).at(-1)?.kind).toBe("ended");
  });

  test("does not mind an interrupt for a turn that is over, or that it never saw", async ({ hub, seat, begin, ended, newId, rest }) => {
    const turn = await begin(can.says.prompt);
    await ended(turn);
    const before = hub.events.length;
    await seat.interrupt(turn);
    await seat.interrupt(newId("trn"));
    await rest();
    expect(hub.events.length).toBe(before);
  });

  withCan(can.hangs, test, "stops a turn that hangs", async ({ hub, seat, begin, ended, rest }, { prompt }) => {
    const turn = await begin(prompt);
    await rest();
    expect(hub.endings(turn)).toEqual([]);
    await seat.interrupt(turn);
    await ended(turn);
    expect(hub.endings(turn)).toMatchObject([{ how: "stopped" }]);
  });

  test("leaves no timer and reports nothing once it is disposed", async ({ hub, seat, sink, begin, until, rest, timers }) => {
    const turn = await begin(can.says.prompt);
    const disposed = atFirst(hub, turn, undefined, () => seat[Symbol.asyncDispose]());
    await until(() => disposed.isDone);
    sink.cut();
    expect(timers()).toBe(0);
    await rest();
    // One report may have been on its way.
    expect(sink.afterCut).toBeLessThanOrEqual(1);
    expect(hub.endings(turn)).toEqual([]);
    expect(timers()).toBe(0);
  });

  test("ends the turn under way when the session is ended, and takes no other", async ({ hub, seat, begin, until, newId, rest, timers }) => {
    const turn = await begin(can.says.prompt);
    const over = atFirst(hub, turn, undefined, () => seat.end());
    await until(() => over.isDone);
    expect(hub.endings(turn)).toMatchObject([{ how: "stopped" }]);
    expect(await seat.begin(newId("trn"), { text: can.says.prompt, by: "Ann", outside: false, files: [] })).toMatchObject({ how: "refused" });
    await rest();
    expect(timers()).toBe(0);
  });
}

/** Does it at the turn's first report, or its first of that kind: a moment later a quick agent may have ended the turn. */
function atFirst(hub: Opened["hub"], turn: TurnId, kind: AgentEvent["kind"] | undefined, act: () => PromiseLike<void>): { readonly isDone: boolean } {
  const state = { hasBegun: false, isDone: false };
  hub.onKept((event) => {
    if (state.hasBegun || !("turn" in event) || event.turn !== turn || (kind !== undefined && event.kind !== kind)) return;
    state.hasBegun = true;
    void act().then(() => {
      state.isDone = true;
    });
  });
  return state;
}
