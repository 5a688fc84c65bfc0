import type { AgentEvent, Heard, OpenTurn, SeatSink, SeatSpec, TurnEvent } from "#domain/agent";
import type { JsonValue } from "#domain/json";
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
  of(turn: TurnId): readonly TurnEvent[];
  endings(turn: TurnId): readonly Ending[];
  /** What the turn said since the given event. */
  said(turn: TurnId, since?: number): string;
  /** Idempotent by turn, key and digest, as the store is. */
  questions(turn: TurnId): readonly Kept[];
  /** Decides the turn's newest question and returns what is handed to the seat; again, it returns the same. */
  decide(turn: TurnId, how: "allow" | "deny" | "first" | "expired" | { readonly text: string }): readonly [QuestionId, Answer];
  openTurn(turn: TurnId, text: string, origin?: OpenTurn["origin"]): OpenTurn;
  /** So many times it answers `busy` when a desk turn is reported. */
  busyNext(times: number): void;
  /** The next so many events, or events of that kind, cannot be kept. */
  failNext(count: number, kind?: AgentEvent["kind"]): void;
  /** Until it is called off, nothing can be kept. */
  failAll(isFailing: boolean): void;
  /** Called at once with each event that was kept. */
  onKept(listener: (event: AgentEvent) => void): void;
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
  const listeners: ((event: AgentEvent) => void)[] = [];
  let toFail = 0;
  let failing: AgentEvent["kind"] | undefined;
  let isFailing = false;
  let busyTimes = 0;

  const keep = (event: AgentEvent): Heard => {
    if (event.kind === "started" && busyTimes > 0) {
      busyTimes--;
      return { how: "busy", reason: "another turn is under way" };
    }
    events.push(event);
    for (const listener of listeners) listener(event);
    if (event.kind === "asked") return { how: "kept", question: keepQuestion(event.turn, event.ask) };
    for (const question of kept.filter((each) => "turn" in event && each.turn === event.turn && each.state === "open")) {
      if (event.kind === "ended" || (event.kind === "unasked" && question.ask.key === event.key)) question.state = "withdrawn";
      if (event.kind === "settled" && question.ask.key === event.key) question.state = "answered";
    }
    return { how: "kept", ...(event.kind === "made" && { artifact: `art_${events.length}` }) };
  };
  const keepQuestion = (turn: TurnId, ask: Ask): QuestionId => {
    const digest = subjectDigest(ask.subject);
    const same = kept.filter((each) => each.turn === turn && each.ask.key === ask.key);
    const known = same.find((each) => each.digest === digest);
    if (known !== undefined) return known.id;
    for (const older of same) if (older.state === "open") older.state = "withdrawn";
    const id: QuestionId = `que_${kept.length + 1}`;
    kept.push({ id, turn, ask, digest, state: "open" });
    return id;
  };

  const of = (turn: TurnId): readonly TurnEvent[] => events.flatMap((event) => ("turn" in event && event.turn === turn ? [event] : []));
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
      prompt: { text, by: "Ann", outside: false, files: [] },
      asked: kept.filter((each) => each.turn === turn).map((each) => ({ key: each.ask.key, question: each.id, state: each.state })),
    }),
    busyNext: (times) => {
      busyTimes = times;
    },
    failNext: (count, kind) => {
      toFail = count;
      failing = kind;
    },
    onKept: (listener) => void listeners.push(listener),
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
          if (isCut) {
            afterCut++;
            return { how: "late" };
          }
          if (isFailing || (toFail > 0 && (failing ?? event.kind) === event.kind)) {
            toFail = Math.max(0, toFail - 1);
            throw new Error("The store is busy.");
          }
          return keep(event);
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
const echoTerminal: SeatSpec["exec"] = async (line, { key, stdin }) => {
  const run = { id: "run_1", at: 0, endedAt: 0, who: "ses_1", whoName: "ses_1", name: "echo", surface: "hub", line } as const;
  if (!line.startsWith("echo "))
    return { ...run, exitCode: 1, text: "", stderr: "no such command", message: "no such command", code: "UnknownCommand", result: {} };
  const artifact = { path: `${key.split("/")[1]}.txt`, mime: "text/plain", description: "", bytes: 0, sha256: "" };
  return { ...run, exitCode: 0, text: `${line.slice(5)}${stdin ?? ""}`, result: {}, artifacts: [artifact] };
};

/** A spec as the hub makes it: memory that lasts, a thread of two lines, the terminal above, a chat that takes everything. */
export function fakeSpec(over: Partial<SeatSpec> = {}): SeatSpec {
  let memory: JsonValue | undefined;
  return {
    session: "ses_1",
    name: "demo",
    cliType: "scripted",
    workDir: "/w",
    settings: {},
    secret: (name) => (name === "token" ? { reveal: () => "open sesame" } : undefined),
    env: { REGION: { reveal: () => "north" } },
    autoStart: true,
    folder: "/home/sessions/demo",
    memory: {
      get: async () => memory,
      set: async (value) => {
        memory = value;
      },
    },
    history: async (limit) =>
      [
        { role: "user" as const, by: "Ann", text: "first", at: 1, outside: false },
        { role: "assistant" as const, by: "demo", text: "second", at: 2, outside: false },
      ].slice(-limit),
    exec: echoTerminal,
    call: async (name, args, how) => echoTerminal(`${name} ${JSON.stringify(args)}`, how),
    tools: () => [],
    use: async (name, args, how) => echoTerminal(`${name} ${JSON.stringify(args)}`, how),
    record: async () => {},
    deliver: async (artifact, to) =>
      to.channel === "chat" ? { how: "sent" } : { how: "refused", code: "NotFound", reason: `there is no channel ${to.channel} for ${artifact}` },
    ...over,
  };
}
