import { expect, it } from "vitest";
import type { AgentDriver, Seat, SeatSpec } from "#domain/agent";
import type { NewId, TurnId } from "#domain/ids";
import { seatHub } from "#test/fakes/seat-hub";
import type { HubSink, SeatHub } from "#test/fakes/seat-hub";

/** What a driver cannot be asked to show, and why. */
export interface Lacks {
  readonly lacks: string;
}

/** Prompts that make the agent behind the driver do one thing each. */
export interface AgentCan {
  /** Completes with an answer; `streams` if it comes in more than one delta. */
  readonly says: { readonly prompt: string; readonly streams: true | Lacks };
  /** Says something, asks for one permission with a subject, and completes whatever the answer, or its expiry. */
  readonly asks: { readonly prompt: string } | Lacks;
  readonly makes: { readonly prompt: string } | Lacks;
  readonly fails: { readonly prompt: string } | Lacks;
  /** Goes on until it is interrupted. */
  readonly hangs: { readonly prompt: string } | Lacks;
  /** A prompt in whose wake somebody types at the desk; that turn then hangs. */
  readonly desk: { readonly prompt: string; readonly typed: string } | Lacks;
  /** After a restart an open turn goes on, rather than being ended as lost. */
  readonly goesOn: true | Lacks;
}

export interface AgentRig {
  readonly driver: AgentDriver;
  readonly spec: SeatSpec;
  readonly newId: NewId;
  /** Lets time pass until it is so; throws when it cannot come to be. */
  until(isSo: () => boolean): Promise<void>;
  /** Lets so much time pass that whatever was still to come has come. */
  rest(): Promise<void>;
  /** Timers the driver holds. */
  timers(): number;
}

export interface Opened extends AgentRig {
  readonly can: AgentCan;
  readonly hub: SeatHub;
  readonly sink: HubSink;
  readonly seat: Seat;
  begin(text: string): Promise<TurnId>;
  ended(turn: TurnId): Promise<void>;
}

export type Case = (name: string, run: (opened: Opened) => Promise<void>) => void;

/** A case that needs something the driver may lack. */
export function withCan<T extends object>(can: T | Lacks, test: Case, what: string, run: (opened: Opened, can: T) => Promise<void>): void {
  if ("lacks" in can) it(`${what} (not shown: ${can.lacks})`, () => expect(can.lacks, "a reason in words").toMatch(/\w+ \w+ \w+/));
  else test(what, (open) => run(open, can));
}

/** Runs a case on a freshly opened seat and looks for timers that were left behind. */
export async function opened(can: AgentCan, setup: () => AgentRig, run: (opened: Opened) => Promise<void>): Promise<void> {
  const rig = setup();
  const hub = seatHub();
  const sink = hub.sink();
  const seat = await rig.driver.open(rig.spec, sink, new AbortController().signal);
  const begin = async (text: string): Promise<TurnId> => {
    const turn = rig.newId("trn");
    expect(await seat.begin(turn, { text, by: "Ann", outside: false })).toBe("taken");
    return turn;
  };
  const ended = (turn: TurnId): Promise<void> => rig.until(() => hub.endings(turn).length > 0);
  await run({ ...rig, can, hub, sink, seat, begin, ended });
  await seat[Symbol.asyncDispose]();
  expect(rig.timers(), "timers left after the case").toBe(0);
}
