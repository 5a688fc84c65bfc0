import { expect } from "vitest";
import type { AgentDriver, Seat, SeatSpec } from "#domain/agent";
import type { NewId, TurnId } from "#domain/ids";
import { reportLack } from "#test/contracts/lacks";
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
  /** A prompt in whose wake somebody types at the desk; that turn then hangs. `goesOn`: it does so after a restart of the hub too. */
  readonly desk: { readonly prompt: string; readonly typed: string; readonly goesOn?: true } | Lacks;
  /** After a restart an open turn goes on, rather than being ended as lost. */
  readonly goesOn: true | Lacks;
  /** Reports a status, a plan and what it used, and completes. */
  readonly reports: { readonly prompt: string } | Lacks;
  /** Asks, is answered at the terminal, and completes. */
  readonly settles: { readonly prompt: string } | Lacks;
  /** Somebody types at the desk while this turn is under way; both complete. */
  readonly deskNow: { readonly prompt: string; readonly typed: string } | Lacks;
  /** Remembers something at the first prompt and says it at the second. */
  readonly remembers: { readonly first: string; readonly second: string; readonly expected: string } | Lacks;
  /** After the first prompt it has a conversation to offer; the second, in that one taken up again, tells what only it knows. */
  readonly resumes: { readonly first: string; readonly second: string; readonly expected: string } | Lacks;
  /** Reads the file of that path, which came as notes.txt, and says its content, its name, the room and the quoted words. `hasRoom` is false for one that is told words as they are typed, and no room. */
  readonly readsFiles: { readonly prompt: string; readonly file: string; readonly content: string; readonly hasRoom?: false } | Lacks;
  /** Checks REGION and the secret token, and says its history and what became of a call and a delivery. */
  readonly usesSeat: { readonly prompt: string; readonly expected: readonly string[] } | Lacks;
  /** Is busy at first and takes the prompt some time later. */
  readonly busy: { readonly prompt: string } | Lacks;
  /** Its process dies under the turn and comes back, by itself unless the next prompt starts it. */
  readonly goes: { readonly prompt: string; readonly returns?: "whenPrompted" } | Lacks;
  /** Has a terminal; `asking` asks a question whose first option can be chosen there with 1. `clears`: what takes back two letters that were typed there. */
  readonly screen: { readonly asking: string; readonly shows: string; readonly clears?: readonly string[] } | Lacks;
  /** `any` for an agent whose process is a real one. */
  readonly facts: { readonly pid: number | "any" } | Lacks;
  /** Hook events that it answers at once, if there are any, and that ask during the turn of that prompt. */
  readonly hooks: { readonly prompt: string; readonly asks: string; readonly replies?: string } | Lacks;
}

export interface AgentRig {
  readonly driver: AgentDriver;
  readonly spec: SeatSpec;
  readonly newId: NewId;
  /** Lets time pass until it is so; throws when it cannot come to be. */
  readonly until: (isSo: () => boolean) => Promise<void>;
  /** Lets so much time pass that whatever was still to come has come. */
  readonly rest: () => Promise<void>;
  /** Timers the driver holds. */
  readonly timers: () => number;
}

export interface Opened extends AgentRig {
  readonly can: AgentCan;
  readonly hub: SeatHub;
  readonly sink: HubSink;
  readonly seat: Seat;
  readonly begin: (text: string) => Promise<TurnId>;
  readonly ended: (turn: TurnId) => Promise<void>;
}

export type Case = (name: string, run: (opened: Opened) => Promise<void>) => void;

/** A case that needs something the driver may lack. */
export function withCan<T extends object>(can: T | Lacks, test: Case, what: string, run: (opened: Opened, can: T) => Promise<void>): void {
  if ("lacks" in can) reportLack(what, can.lacks);
  else test(what, async (open) => run(open, can));
}

/** Vitest types its matchers as any; here one is what it is, an unknown thing that stands for a text. */
export function like(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

/** Runs a case on a freshly opened seat and looks for timers that were left behind. */
export async function expectOnSeat(can: AgentCan, setup: () => AgentRig, run: (opened: Opened) => Promise<void>): Promise<void> {
  const rig = setup();
  const hub = seatHub();
  const sink = hub.sink();
  const seat = await rig.driver.open(rig.spec, sink, new AbortController().signal);
  const begin = async (text: string): Promise<TurnId> => {
    const turn = rig.newId("trn");
    expect(await seat.begin(turn, { text, by: "Ann", outside: false, files: [] })).toEqual({ how: "taken" });
    return turn;
  };
  const ended = (turn: TurnId): Promise<void> => rig.until(() => hub.endings(turn).length > 0);
  await run({ ...rig, can, hub, sink, seat, begin, ended });
  await seat[Symbol.asyncDispose]();
  expect(rig.timers(), "timers left after the case").toBe(0);
}
