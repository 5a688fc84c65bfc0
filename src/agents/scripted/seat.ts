import type { AgentEvent, BeginOutcome, Conversation, Heard, HookReply, OpenTurn, Prompt, Screen, Seat, SeatFacts, SeatSink, SeatSpec } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { NewId, QuestionId, TurnId } from "#domain/ids";
import type { JsonObject, JsonValue } from "#domain/json";
import type { Answer } from "#domain/question";
import type { Ending } from "#domain/turn";
import { oneEnding } from "#agents/kit/one-ending";
import type { TurnSink } from "#agents/kit/one-ending";
import { retryReport } from "#agents/kit/retry-report";
import { pause } from "#lib/time/clock";
import type { Clock } from "#lib/time/clock";
import { Answers } from "./answers.ts";
import { BeginRules } from "./begin-rules.ts";
import { DeskTerminal } from "./desk-terminal.ts";
import { hookReply, outputFor } from "./hooks.ts";
import type { GoneAction, Script } from "./language.ts";
import { play } from "./play.ts";

export interface SeatParts {
  readonly script: Script;
  readonly sink: SeatSink;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly spec: SeatSpec;
  readonly readFile: (path: string, signal: AbortSignal) => Promise<string>;
}

interface Run {
  readonly turn: TurnId;
  readonly stop: AbortController;
  readonly answers: Answers;
  readonly sink: TurnSink;
  /** The process died under it: it has no ending of its own. */
  isCut: boolean;
  /** Resolves when the turn is over, also if its ending could not be stored. */
  done: Promise<void>;
}

/** How many turns a seat remembers so as to refuse them the second time. */
const remembered = 1_000;
/** How long somebody at the desk waits before they are reported again. */
const deskAgainMs = 200;

/** One turn at a time; a turn that comes while another is under way is taken and played after it. */
export class ScriptedSeat implements Seat {
  readonly #parts: SeatParts;
  readonly #closed = new AbortController();
  readonly #runs = new Map<TurnId, Run>();
  readonly #begun = new Set<TurnId>();
  readonly #timers = new Set<() => void>();
  readonly #rules: BeginRules;
  readonly #terminal: DeskTerminal;
  readonly #openedAt: number;
  readonly #sink: SeatSink;
  #last: Promise<void> = Promise.resolve();
  #isEnded = false;

  constructor(parts: SeatParts) {
    this.#parts = parts;
    const { script, clock, spec } = parts;
    this.#openedAt = clock.now();
    this.#rules = new BeginRules(script.begins, clock);
    this.#terminal = new DeskTerminal(script.screen);
    this.#sink = retryReport({ happened: (event) => this.#tell(event) }, clock, this.#closed.signal);
    if (spec.openTurn) this.#goOn(spec.openTurn);
    for (const typed of script.desk) this.#after(typed.afterMs, () => this.#type(typed.text));
    for (const gone of script.gone) this.#after(gone.afterMs, () => this.#die(gone));
  }

  async begin(turn: TurnId, prompt: Prompt): Promise<BeginOutcome> {
    if (this.#isEnded || this.#closed.signal.aborted) return { how: "refused", reason: "the session has ended" };
    if (this.#begun.has(turn)) return { how: "refused", reason: "the turn was begun before" };
    const instead = this.#rules.instead(prompt.text);
    if (instead !== undefined) return instead;
    this.#enter(turn, (run) => this.#play(run, prompt));
    return { how: "taken" };
  }

  async interrupt(turn: TurnId): Promise<void> {
    this.#runs.get(turn)?.stop.abort("The turn was stopped on request.");
  }

  async answer(_question: QuestionId, answer: Answer): Promise<void> {
    // Keys begin with their turn, so an answer of a turn that is over finds nobody.
    for (const run of this.#runs.values()) if (answer.key.startsWith(`${run.turn}/`)) run.answers.put(answer);
  }

  async signal(event: string, payload: JsonValue, signal: AbortSignal): Promise<HookReply> {
    const { script, clock } = this.#parts;
    const [run] = this.#runs.values();
    return hookReply(script.hooks, { event, payload, clock, signal, ...(run && { turn: run.turn, sink: run.sink }) });
  }

  hookOutput(answer: Answer): JsonObject | undefined {
    return outputFor(answer);
  }

  async press(keys: readonly string[]): Promise<void> {
    const [run] = this.#runs.values();
    for (const key of keys) {
      if (run?.answers.settle(key) === true) continue;
      if (key === "Escape" || key === "C-c") run?.stop.abort("The turn was interrupted at the terminal.");
      else {
        const line = this.#terminal.press(key);
        if (line !== undefined) this.#type(line);
      }
    }
  }

  async screen(): Promise<Screen> {
    return this.#terminal.screen();
  }

  watchScreen(changed: () => void): () => void {
    return this.#terminal.watch(changed);
  }

  async conversations(): Promise<readonly Conversation[]> {
    return this.#parts.script.conversations.map((one) => ({ ...one, at: this.#openedAt }));
  }

  async facts(): Promise<SeatFacts> {
    return { ...this.#parts.script.facts, startedAt: this.#openedAt };
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
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  #after(ms: number, call: () => void): void {
    const cancel = this.#parts.clock.after(ms, () => {
      this.#timers.delete(cancel);
      if (!this.#isEnded && !this.#closed.signal.aborted) call();
    });
    this.#timers.add(cancel);
  }

  #goOn(open: OpenTurn): void {
    const ending = endingAfterRestart(open);
    this.#enter(open.id, async (run) => ending ?? this.#play(run, open.prompt));
  }

  /** The process dies: what is under way is cut off without a word of its own. */
  #die({ reason, backAfterMs }: GoneAction): void {
    const isComingBack = backAfterMs !== undefined;
    this.#rules.gone(reason, isComingBack);
    for (const run of this.#runs.values()) {
      run.isCut = true;
      run.stop.abort(reason);
    }
    // Nothing is left to try if it cannot be stored: the hub's watchdog ends the turn.
    this.#sink.happened({ kind: "gone", reason }).catch(() => {});
    if (!isComingBack) return;
    this.#after(backAfterMs, () => {
      this.#rules.back();
      this.#sink.happened({ kind: "back" }).catch(() => {});
    });
  }

  #type(text: string, turn = this.#parts.newId("trn")): void {
    if (this.#isEnded || this.#closed.signal.aborted) return;
    this.#enter(turn, async (run) => {
      const { signal } = run.stop;
      while ((await run.sink.happened({ kind: "started", turn, origin: "desk", prompt: text })).how === "busy") {
        await pause(this.#parts.clock, deskAgainMs, signal);
        if (signal.aborted) return stoppedBy(signal);
      }
      return this.#play(run, { text, by: "desk", outside: false, files: [] });
    });
  }

  /** Reported while the turn under way goes on; the hub says that it is busy, and it is reported again after that one. */
  #typeNow(text: string): void {
    const turn = this.#parts.newId("trn");
    this.#sink.happened({ kind: "started", turn, origin: "desk", prompt: text }).then(
      () => this.#type(text, turn),
      () => {},
    );
  }

  #play(run: Run, prompt: Prompt): Promise<Ending> {
    const { clock, script, spec, readFile } = this.#parts;
    const { turn, sink, answers, stop } = run;
    const typeAtDesk = (text: string, isNow: boolean): void => (isNow ? this.#typeNow(text) : this.#type(text));
    return play(script, { turn, sink, answers, prompt, clock, spec, readFile, signal: stop.signal, typeAtDesk, die: (action) => this.#die(action) });
  }

  #enter(turn: TurnId, perform: (run: Run) => Promise<Ending>): void {
    this.#remember(turn);
    const stop = new AbortController();
    const run: Run = { turn, stop, answers: new Answers(), sink: this.#sinkOf(turn, stop.signal), isCut: false, done: Promise.resolve() };
    this.#runs.set(turn, run);
    run.done = this.#perform(run, perform, this.#last);
    this.#last = run.done;
  }

  async #perform(run: Run, perform: (run: Run) => Promise<Ending>, before: Promise<void>): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = run.stop;
    await Promise.race([before, new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }))]);
    // A turn of the event loop, so that `begin` has answered "taken" before the turn's first event.
    await pause(clock, 0, this.#closed.signal);
    const ending = signal.aborted ? stoppedBy(signal) : await perform(run).catch((cause: unknown) => (signal.aborted ? stoppedBy(signal) : unkept(cause)));
    // If the hub cannot store the ending either it knows so itself, and its watchdog or its next start ends the turn.
    if (!run.isCut) await run.sink.happened({ kind: "ended", turn: run.turn, ending }).catch(() => {});
    this.#runs.delete(run.turn);
  }

  /** The turn's sink; silent once the seat is disposed. Stopping the turn cuts the wait between two tries, but not that of the ending. */
  #sinkOf(turn: TurnId, stop: AbortSignal): TurnSink {
    const { clock } = this.#parts;
    const open: SeatSink = { happened: (event) => this.#tell(event) };
    const hasty = retryReport(open, clock, stop);
    const patient = retryReport(open, clock, this.#closed.signal);
    return oneEnding({ happened: (event) => (event.kind === "ended" ? patient : hasty).happened(event) }, turn);
  }

  async #tell(event: AgentEvent): Promise<Heard> {
    return this.#closed.signal.aborted ? { how: "late" } : this.#parts.sink.happened(event);
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
  return { how: "failed", reason: `Parley could not store what the agent reported, although it was reported several times.${why} Send the prompt again.` };
}
