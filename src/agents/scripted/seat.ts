import type { OpenTurn, Prompt, Seat, SeatSink, SeatSpec } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { NewId, QuestionId, TurnId } from "#domain/ids";
import type { Answer } from "#domain/question";
import type { Ending } from "#domain/turn";
import { oneEnding } from "#agents/kit/one-ending";
import type { TurnSink } from "#agents/kit/one-ending";
import { reportAgain } from "#agents/kit/report-again";
import { pause } from "#lib/clock";
import type { Clock } from "#lib/clock";
import { Answers } from "./answers.ts";
import type { Script } from "./language.ts";
import { play } from "./play.ts";

export interface SeatParts {
  readonly script: Script;
  readonly sink: SeatSink;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly exec: SeatSpec["exec"];
  readonly openTurn?: OpenTurn;
}

interface Run {
  readonly turn: TurnId;
  readonly stop: AbortController;
  readonly answers: Answers;
  readonly sink: TurnSink;
  /** Resolves when the turn is over, also if its ending could not be kept. */
  done: Promise<void>;
}

/** How many turns a seat remembers so as to refuse them the second time. */
const remembered = 1_000;

/** One turn at a time; a turn that comes while another is under way is taken and played after it. */
export class ScriptedSeat implements Seat {
  readonly #parts: SeatParts;
  readonly #closed = new AbortController();
  readonly #runs = new Map<TurnId, Run>();
  readonly #begun = new Set<TurnId>();
  readonly #deskTimers: (() => void)[];
  #last: Promise<void> = Promise.resolve();
  #isEnded = false;

  constructor(parts: SeatParts) {
    this.#parts = parts;
    if (parts.openTurn) this.#goOn(parts.openTurn);
    this.#deskTimers = parts.script.desk.map((typed) => parts.clock.after(typed.afterMs, () => this.#type(typed.text)));
  }

  async begin(turn: TurnId, prompt: Prompt): Promise<"taken" | "refused"> {
    if (this.#isEnded || this.#closed.signal.aborted || this.#begun.has(turn)) return "refused";
    this.#enter(turn, (run) => this.#play(run, prompt));
    return "taken";
  }

  async interrupt(turn: TurnId): Promise<void> {
    this.#runs.get(turn)?.stop.abort("The turn was stopped on request.");
  }

  async answer(_question: QuestionId, answer: Answer): Promise<void> {
    // Keys begin with their turn, so an answer of a turn that is over finds nobody.
    for (const run of this.#runs.values()) if (answer.key.startsWith(`${run.turn}/`)) run.answers.put(answer);
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    for (const run of this.#runs.values()) run.stop.abort("The session was ended.");
    await Promise.all([...this.#runs.values()].map((run) => run.done));
    this.#letGo();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#letGo();
  }

  #letGo(): void {
    this.#closed.abort();
    for (const run of this.#runs.values()) run.stop.abort("The hub let go of the session.");
    for (const cancel of this.#deskTimers) cancel();
  }

  #goOn(open: OpenTurn): void {
    const ending = endingAfterRestart(open);
    this.#enter(open.id, async (run) => ending ?? this.#play(run, open.prompt));
  }

  #type(text: string): void {
    if (this.#isEnded || this.#closed.signal.aborted) return;
    this.#enter(this.#parts.newId("trn"), async (run) => {
      await run.sink.happened({ kind: "started", turn: run.turn, origin: "desk", prompt: text });
      return this.#play(run, { text, by: "desk", outside: false });
    });
  }

  #play(run: Run, prompt: Prompt): Promise<Ending> {
    const { clock, script, exec } = this.#parts;
    return play(script, { ...run, prompt, clock, exec, signal: run.stop.signal, typeAtDesk: (text) => this.#type(text) });
  }

  #enter(turn: TurnId, perform: (run: Run) => Promise<Ending>): void {
    this.#remember(turn);
    const stop = new AbortController();
    const run: Run = { turn, stop, answers: new Answers(), sink: this.#sinkOf(turn, stop.signal), done: Promise.resolve() };
    this.#runs.set(turn, run);
    run.done = this.#perform(run, perform, this.#last);
    this.#last = run.done;
  }

  async #perform(run: Run, perform: (run: Run) => Promise<Ending>, before: Promise<void>): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = run.stop;
    await Promise.race([before, new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }))]);
    // A turn of the event loop, so that whoever began the turn hears "taken" before its first event.
    await pause(clock, 0, this.#closed.signal);
    const ending = signal.aborted ? stoppedBy(signal) : await perform(run).catch((cause: unknown) => (signal.aborted ? stoppedBy(signal) : unkept(cause)));
    // If the hub cannot keep the ending either it knows so itself, and its watch or its next start ends the turn.
    await run.sink.happened({ kind: "ended", turn: run.turn, ending }).catch(() => {});
    this.#runs.delete(run.turn);
  }

  /** The turn's sink; silent once the seat is disposed. Stopping the turn cuts the wait between two tries, but not that of the ending. */
  #sinkOf(turn: TurnId, stop: AbortSignal): TurnSink {
    const { clock, sink } = this.#parts;
    const closed = this.#closed.signal;
    const open: SeatSink = { happened: async (event) => (closed.aborted ? undefined : sink.happened(event)) };
    const hasty = reportAgain(open, clock, stop);
    const patient = reportAgain(open, clock, closed);
    return oneEnding({ happened: (event) => (event.kind === "ended" ? patient : hasty).happened(event) }, turn);
  }

  #remember(turn: TurnId): void {
    this.#begun.add(turn);
    const [oldest] = this.#begun;
    if (this.#begun.size > remembered && oldest) this.#begun.delete(oldest);
  }
}

/** What has to end at once; undefined for a turn that can be played again from its beginning. */
function endingAfterRestart(open: OpenTurn): Ending | undefined {
  if (open.origin === "desk") {
    return { how: "lost", reason: "Parley was restarted while this turn was under way. It was typed at the desk, so it cannot be played again." };
  }
  const alive = new Set(open.asked.filter((asked) => asked.state !== "withdrawn").map((asked) => asked.key));
  // Only a turn that is being stopped takes its question back; one with another subject stands in for the older one.
  const isStopping = open.asked.some((asked) => !alive.has(asked.key));
  return isStopping ? { how: "stopped", reason: "The turn was being stopped when Parley was restarted." } : undefined;
}

function stoppedBy(signal: AbortSignal): Ending {
  return { how: "stopped", reason: String(signal.reason) };
}

function unkept(cause: unknown): Ending {
  const why = cause instanceof ParleyError ? ` ${cause.message}` : "";
  return { how: "failed", reason: `Parley could not keep what the agent reported, although it was reported several times.${why} Send the prompt again.` };
}
