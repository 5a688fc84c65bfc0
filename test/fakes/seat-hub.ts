import type { AgentEvent, OpenTurn, SeatSink, SeatSpec } from "#domain/agent";
import type { QuestionId, TurnId } from "#domain/ids";
import type { Answer, Ask, QuestionState } from "#domain/question";
import type { Ending } from "#domain/turn";
import { subjectDigest } from "#lib/digest";

interface Kept {
  readonly id: QuestionId;
  readonly turn: TurnId;
  readonly ask: Ask;
  readonly digest: string;
  state: QuestionState;
  answer?: Answer;
}

/** The hub as a seat sees it. It outlives seats, so that a second one can be opened for what the first left behind. */
export interface SeatHub {
  /** What it kept, in the order it came. */
  readonly events: readonly AgentEvent[];
  /** A sink for one seat. */
  sink(): HubSink;
  of(turn: TurnId): readonly AgentEvent[];
  endings(turn: TurnId): readonly Ending[];
  /** What the turn said since the given event. */
  said(turn: TurnId, since?: number): string;
  /** Idempotent by turn, key and digest, as the store is. */
  questions(turn: TurnId): readonly Kept[];
  /** Decides the turn's newest question and returns what is handed to the seat; again, it returns the same. */
  decide(turn: TurnId, how: "allow" | "deny" | "first" | "expired" | { readonly text: string }): readonly [QuestionId, Answer];
  openTurn(turn: TurnId, text: string, origin?: OpenTurn["origin"]): OpenTurn;
  /** The next so many events, or events of that kind, cannot be kept. */
  failNext(count: number, kind?: AgentEvent["kind"]): void;
  /** Until it is called off, nothing can be kept. */
  failAll(isFailing: boolean): void;
}

export interface HubSink extends SeatSink {
  /** As a killed process would: what comes from now on is not kept, but counted. */
  cut(): void;
  readonly afterCut: number;
  /** How often it was told something, counted as it is told. */
  readonly calls: number;
}

export function seatHub(): SeatHub {
  const events: AgentEvent[] = [];
  const kept: Kept[] = [];
  let toFail = 0;
  let failing: AgentEvent["kind"] | undefined;
  let isFailing = false;

  const keep = (event: AgentEvent): void => {
    events.push(event);
    if (event.kind === "asked") keepQuestion(event.turn, event.ask);
    for (const question of kept.filter((each) => each.turn === event.turn && each.state === "open")) {
      if (event.kind === "ended" || (event.kind === "unasked" && question.ask.key === event.key)) question.state = "withdrawn";
    }
  };
  const keepQuestion = (turn: TurnId, ask: Ask): void => {
    const digest = subjectDigest(ask.subject);
    const same = kept.filter((each) => each.turn === turn && each.ask.key === ask.key);
    if (same.some((each) => each.digest === digest)) return;
    for (const older of same) if (older.state === "open") older.state = "withdrawn";
    kept.push({ id: `que_${kept.length + 1}`, turn, ask, digest, state: "open" });
  };

  const of = (turn: TurnId): readonly AgentEvent[] => events.filter((event) => event.turn === turn);
  return {
    events,
    of,
    endings: (turn) => of(turn).flatMap((event) => (event.kind === "ended" ? [event.ending] : [])),
    said: (turn, since = 0) =>
      events
        .slice(since)
        .flatMap((event) => (event.kind === "delta" && event.turn === turn ? [event.text] : []))
        .join(""),
    questions: (turn) => kept.filter((each) => each.turn === turn),
    decide: (turn, how) => {
      const question = kept.findLast((each) => each.turn === turn);
      if (!question) throw new Error(`The turn ${turn} has asked nothing.`);
      question.answer ??= answerTo(question, how);
      if (question.state === "open") question.state = how === "expired" ? "expired" : "answered";
      return [question.id, question.answer];
    },
    openTurn: (turn, text, origin = "prompt") => ({
      id: turn,
      origin,
      prompt: { text, by: "Ann", outside: false },
      asked: kept.filter((each) => each.turn === turn).map((each) => ({ key: each.ask.key, question: each.id, state: each.state })),
    }),
    failNext: (count, kind) => {
      toFail = count;
      failing = kind;
    },
    failAll: (fails) => {
      isFailing = fails;
    },
    sink: () => {
      let isCut = false;
      let afterCut = 0;
      let calls = 0;
      return {
        cut: () => {
          isCut = true;
        },
        get afterCut() {
          return afterCut;
        },
        get calls() {
          return calls;
        },
        happened: async (event) => {
          calls++;
          // Never at once, as a store with a disk under it.
          await Promise.resolve();
          if (isCut) afterCut++;
          else if (isFailing || (toFail > 0 && (failing ?? event.kind) === event.kind)) {
            toFail = Math.max(0, toFail - 1);
            throw new Error("The store is busy.");
          } else keep(event);
        },
      };
    },
  };
}

function answerTo(question: Kept, how: Parameters<SeatHub["decide"]>[1]): Answer {
  const common = { key: question.ask.key, digest: question.digest };
  if (how === "expired") return { ...common, how, reason: "Nobody answered in time." };
  if (typeof how === "object") return { ...common, how: "given", text: how.text, by: "Ann" };
  const option = how === "first" ? question.ask.options[0] : question.ask.options.find((each) => each.grants === how);
  if (!option) throw new Error(`The question has no option for ${how}.`);
  return { ...common, how: "given", option, by: "Ann" };
}

/** A terminal with one command, `echo`, whose file is named after the key; every other line fails. */
export const echoTerminal: SeatSpec["exec"] = async (line, { key, stdin }) => {
  const run = { id: "run_1", at: 0, endedAt: 0, who: "ses_1", whoName: "ses_1", name: "echo", surface: "hub", line } as const;
  if (!line.startsWith("echo "))
    return { ...run, exitCode: 1, text: "", stderr: "no such command", message: "no such command", code: "UnknownCommand", result: {} };
  const artifact = { path: `${key.split("/")[1]}.txt`, mime: "text/plain", description: "", bytes: 0, sha256: "" };
  return { ...run, exitCode: 0, text: `${line.slice(5)}${stdin ?? ""}`, result: {}, artifacts: [artifact] };
};
