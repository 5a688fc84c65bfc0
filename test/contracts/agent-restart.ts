import { expect } from "vitest";
import type { OpenTurn, Seat } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import { asking } from "#test/contracts/agent-asks";
import { like, withCan } from "#test/contracts/agent-rig";
import type { AgentCan, Case, Opened } from "#test/contracts/agent-rig";

/** The hub dies and comes back: over both lives every turn has one ending, and every question is asked once. */
export function agentRestartContract(can: AgentCan, test: Case): void {
  const asks = (what: string, run: (open: Opened, prompt: string) => Promise<void>): void =>
    withCan(can.asks, test, `after a restart ${what}`, (open, { prompt }) => run(open, prompt));

  test("after a restart ends a turn once that had not said anything yet", async (open) => {
    const turn = await open.begin(can.says.prompt);
    const since = open.hub.events.length;
    const seat = await reopened(open, open.hub.openTurn(turn, can.says.prompt));
    await oneEnding(open, turn, since);
    await seat[Symbol.asyncDispose]();
  });

  test("after a restart ends a turn once that was speaking", async (open) => {
    const turn = await open.begin(can.says.prompt);
    open.hub.onKept((event) => (can.says.streams !== true || event.kind === "delta") && open.sink.cut());
    await open.until(() => (can.says.streams === true ? open.hub.said(turn) !== "" : open.hub.of(turn).length > 0));
    const since = open.hub.events.length;
    const seat = await reopened(open, open.hub.openTurn(turn, can.says.prompt));
    await oneEnding(open, turn, since);
    await seat[Symbol.asyncDispose]();
  });

  test("after a restart reports nothing before open has resolved, and refuses to begin the open turn again", async (open) => {
    const turn = await open.begin(can.says.prompt);
    const since = open.hub.events.length;
    const seat = await reopened(open, open.hub.openTurn(turn, can.says.prompt));
    expect(open.hub.events.length).toBe(since);
    expect(await seat.begin(turn, { text: can.says.prompt, by: "Ann", outside: false, files: [] })).toMatchObject({ how: "refused" });
    await oneEnding(open, turn, since);
    await seat[Symbol.asyncDispose]();
  });

  asks("asks the open question again under its key, and takes the answer", async (open, prompt) => {
    const turn = await asking(open, prompt);
    const since = open.hub.events.length;
    const seat = await reopened(open, open.hub.openTurn(turn, prompt));
    if (can.goesOn === true) await open.until(() => open.hub.events.slice(since).some((event) => event.kind === "asked"));
    await seat.answer(...open.hub.decide(turn, "allow"));
    await oneEnding(open, turn, since);
    expect(open.hub.questions(turn)).toHaveLength(1);
    await seat[Symbol.asyncDispose]();
  });

  asks("takes an answer that was given but not handed over, before it has asked again, and twice", async (open, prompt) => {
    const turn = await asking(open, prompt);
    const given = open.hub.decide(turn, "allow");
    const since = open.hub.events.length;
    const seat = await reopened(open, open.hub.openTurn(turn, prompt));
    await seat.answer(...given);
    await seat.answer(...given);
    await oneEnding(open, turn, since);
    expect(open.hub.questions(turn)).toHaveLength(1);
    await seat[Symbol.asyncDispose]();
  });

  asks("takes an expiry that came while it was away", async (open, prompt) => {
    const turn = await asking(open, prompt);
    const given = open.hub.decide(turn, "expired");
    const since = open.hub.events.length;
    const seat = await reopened(open, open.hub.openTurn(turn, prompt));
    if (can.goesOn === true) await open.until(() => open.hub.events.slice(since).some((event) => event.kind === "asked"));
    await seat.answer(...given);
    await oneEnding(open, turn, since);
    await seat[Symbol.asyncDispose]();
  });

  asks("takes the same answer again when it had been handed over before", async (open, prompt) => {
    const turn = await asking(open, prompt);
    const given = open.hub.decide(turn, "allow");
    const asked = open.hub.events.length;
    await open.seat.answer(...given);
    await open.until(() => open.hub.events.length > asked);
    expect(open.hub.endings(turn)).toEqual([]);
    const since = open.hub.events.length;
    const seat = await reopened(open, open.hub.openTurn(turn, prompt));
    // An agent that went on by itself meanwhile does not ask again.
    if (can.goesOn === true) await open.until(() => open.hub.events.slice(since).some((event) => event.kind === "asked" || event.kind === "ended"));
    await seat.answer(...given);
    await oneEnding(open, turn, since);
    expect(open.hub.questions(turn)).toHaveLength(1);
    await seat[Symbol.asyncDispose]();
  });

  asks("ends a turn that had taken its question back and not yet ended", async (open, prompt) => {
    const turn = await asking(open, prompt);
    const openTurn = open.hub.openTurn(turn, prompt);
    const since = open.hub.events.length;
    const seat = await reopened(open, { ...openTurn, asked: openTurn.asked.map((asked) => ({ ...asked, state: "withdrawn" as const })) });
    await open.ended(turn);
    await open.rest();
    expect(open.hub.endings(turn)).toHaveLength(1);
    expect(open.hub.endings(turn)[0]?.how).not.toBe("completed");
    expect(open.hub.events.slice(since).some((event) => event.kind === "asked")).toBe(false);
    await seat[Symbol.asyncDispose]();
  });

  asks("can stop a turn that it asks again for", async (open, prompt) => {
    const turn = await asking(open, prompt);
    const seat = await reopened(open, open.hub.openTurn(turn, prompt));
    await seat.interrupt(turn);
    await open.ended(turn);
    await open.rest();
    expect(open.hub.endings(turn)).toHaveLength(1);
    expect(open.hub.endings(turn)[0]?.how).not.toBe("completed");
    await seat[Symbol.asyncDispose]();
  });

  withCan(can.hangs, test, "after a restart a turn that hung can be stopped, and ends once", async (open, { prompt }) => {
    const turn = await open.begin(prompt);
    await open.rest();
    const seat = await reopened(open, open.hub.openTurn(turn, prompt));
    await open.rest();
    if (can.goesOn === true) expect(open.hub.endings(turn)).toEqual([]);
    await seat.interrupt(turn);
    await open.ended(turn);
    expect(open.hub.endings(turn)).toHaveLength(1);
    await seat[Symbol.asyncDispose]();
  });

  withCan(can.makes, test, "after a restart a file made again has its old key", async (open, { prompt }) => {
    // A quick agent has ended its turn a moment later.
    open.hub.onKept((event) => event.kind === "made" && open.sink.cut());
    const turn = await open.begin(prompt);
    const keys = (from: number): readonly string[] => open.hub.events.slice(from).flatMap((event) => (event.kind === "made" ? [event.key] : []));
    await open.until(() => keys(0).length > 0);
    const first = keys(0);
    const since = open.hub.events.length;
    const seat = await reopened(open, open.hub.openTurn(turn, prompt));
    await oneEnding(open, turn, since);
    expect(keys(since).filter((key) => !first.includes(key))).toEqual([]);
    await seat[Symbol.asyncDispose]();
  });

  withCan(can.desk, test, "after a restart a desk turn that was open ends once and is not started again", async (open, { prompt, typed, goesOn }) => {
    await open.begin(prompt);
    const started = (): readonly TurnId[] => open.hub.events.flatMap((event) => (event.kind === "started" ? [event.turn] : []));
    await open.until(() => started().length > 0);
    const [turn] = started();
    if (!turn) return;
    const seat = await reopened(open, open.hub.openTurn(turn, typed, "desk"));
    if (goesOn === true) {
      await open.rest();
      expect(open.hub.endings(turn)).toEqual([]);
      await seat.interrupt(turn);
    }
    await open.ended(turn);
    await open.rest();
    expect(open.hub.endings(turn)).toMatchObject([{ how: goesOn === true ? "stopped" : "lost", reason: like(/./) }]);
    expect(started()).toEqual([turn]);
    await seat[Symbol.asyncDispose]();
  });
}

/** The first seat dies without a word; a second one is opened for the turn that was under way. */
async function reopened(open: Opened, openTurn: OpenTurn): Promise<Seat> {
  open.sink.cut();
  await open.seat[Symbol.asyncDispose]();
  return open.driver.open({ ...open.spec, openTurn }, open.hub.sink(), new AbortController().signal);
}

async function oneEnding(open: Opened, turn: TurnId, since: number): Promise<void> {
  await open.ended(turn);
  await open.rest();
  const endings = open.hub.endings(turn);
  expect(endings).toHaveLength(1);
  expect(open.hub.of(turn).at(-1)?.kind).toBe("ended");
  expect(open.can.goesOn === true ? ["completed"] : ["completed", "failed", "lost"]).toContain(endings[0]?.how);
  // It says everything again, or only what was still to say.
  expect((endings[0]?.text ?? "").endsWith(open.hub.said(turn, since))).toBe(true);
}
