import type { HookReply, OpenTurn, Prompt, SeatFacts } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import type { JsonValue } from "#domain/json";
import type { Answer } from "#domain/question";
import type { Ending } from "#domain/turn";
import { oneEnding } from "#agents/kit/one-ending";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import { answerScreen } from "./answer-screen.ts";
import { compose, printable, type Composed } from "./compose-prompt.ts";
import { DeskComposer } from "./desk-composer.ts";
import { askByHook, showHiddenMenu } from "./ask-by-hook.ts";
import { followPlace } from "./follow-place.ts";
import { hookMeaning } from "./hook-meaning.ts";
import { Looks } from "./looks.ts";
import { performTurn } from "./perform-turn.ts";
import type { TranscriptFact } from "./profile.ts";
import { RecordReader } from "./record-reader.ts";
import { reportDeskTurn } from "./report-desk-turn.ts";
import { restoreAsked, wasStopping } from "./restore-asked.ts";
import { ScreenNet } from "./screen-net.ts";
import type { CliTurnsParts } from "./seat-parts.ts";
import { finishPasting } from "./submit-prompt.ts";
import { submitTurn } from "./submit-turn.ts";
import { Terminal } from "./terminal.ts";
import { tmuxTexts } from "./texts.ts";
import { isSameText } from "./same-text.ts";
import { stopCli } from "./stop-cli.ts";
import { doneBy, leaveScreen } from "./turn-done.ts";
import { endingOf, exitReason } from "./turn-ending.ts";
import { withModel } from "./turn-record.ts";
import { TurnRun } from "./turn-run.ts";
import { workStatus } from "./work-status.ts";
import { whosePrompt } from "./whose-prompt.ts";
import { whyDeskBusy } from "./why-desk-busy.ts";

/** The turns of one CLI: one at a time, whether a chat or somebody at the desk began it. */
export class CliTurns implements Disposable {
  readonly terminal: Terminal;
  readonly #parts: CliTurnsParts;
  readonly #looks: Looks;
  readonly #net: ScreenNet;
  readonly #reader: RecordReader;
  #run: TurnRun | undefined;
  #model: string | undefined;
  #wasReady = false;
  /** The prompt of the last turn, if that ended before its record had it: nobody typed it at the desk. */
  #unwritten: string | undefined;
  #waitsForTurn = false;
  readonly #composer: DeskComposer;
  /** When its screen, its record or a hook last said something, on the monotonic clock. */
  #movedAt = 0;

  constructor(parts: CliTurnsParts) {
    this.#parts = parts;
    this.#net = new ScreenNet(parts);
    this.#composer = new DeskComposer(parts);
    this.#reader = new RecordReader(parts, (fact) => this.#heard(fact));
    this.#looks = new Looks(parts.clock, parts.checkIntervalsMs, {
      look: () => this.#look(),
      wantsAnother: () => this.#run !== undefined,
      failed: (cause) => parts.closed.aborted || parts.log.debug({ cause }, "failed to look at a terminal"),
    });
    this.terminal = new Terminal({ ...parts, wake: () => this.#redrawn(), closed: (words, isNotTakenUp) => this.#gone(words, isNotTakenUp) });
  }

  /** Adopts the pane that is there; starts one if there is none and it should run already. With a turn to go on with, nothing is read before that. */
  async open(startsNow: boolean, openTurn: TurnId | undefined): Promise<void> {
    this.#waitsForTurn = openTurn !== undefined;
    const { transcript, turn } = this.#parts.memory.now;
    if (transcript !== undefined) await this.#reader.follow(transcript, turn !== undefined && turn.id === openTurn ? turn.offset : "end");
    if (startsNow) await this.terminal.start();
    else await this.terminal.adopt();
  }

  /** Why no prompt can be typed right now; undefined when one can. */
  async whyBusy(): Promise<string | undefined> {
    const { language } = this.#parts;
    if (this.#run !== undefined) return say(language, tmuxTexts.turnUnderWay);
    const busy = await whyDeskBusy(this.terminal, this.#wasReady, language);
    this.#composer.shows(await this.terminal.stateAwaited(), this.#run);
    // Somebody may have begun a turn at the desk meanwhile.
    if (this.#run !== undefined) return say(language, tmuxTexts.turnUnderWay);
    return busy ?? (this.#composer.wasJustSent ? say(language, tmuxTexts.deskWorks) : undefined);
  }

  begin(turn: TurnId, prompt: Prompt): void {
    const run = this.#enter(turn, compose(prompt, this.#parts.profile));
    this.#perform(run, () => this.#submit(run));
  }

  /** The hub was restarted under this turn. Nothing that was sent is sent again. */
  goOn(open: OpenTurn): void {
    const { memory, profile, language } = this.#parts;
    const known = memory.now.turn?.id === open.id ? memory.now.turn : undefined;
    const run = this.#enter(open.id, compose(open.prompt, profile));
    run.restored = restoreAsked(run, open, this.terminal);
    // A hook that calls again right now asks nothing any more.
    if (wasStopping(open)) run.stopping();
    this.#perform(run, async () => {
      await run.restored;
      if (wasStopping(open)) return run.end({ how: "stopped", reason: say(language, tmuxTexts.stopped) }, say(language, tmuxTexts.stopped));
      if (this.terminal.pane === undefined) return this.#gone("");
      if (known === undefined && open.origin === "desk") return this.#finish(run, { how: "lost", reason: say(language, tmuxTexts.lostPrompt) });
      if (known === undefined) return this.#submit(run);
      await this.#look();
      if (!run.record.hasPrompt && known.phase === "pasting") return this.#finishPasting(run);
      if (!run.record.hasPrompt) run.record.taken();
      this.#looks.again();
    });
  }

  async interrupt(turn: TurnId, reason: string): Promise<void> {
    const run = this.#run;
    if (run?.turn !== turn || run.isOver || run.isStopping) return;
    run.stopping();
    await this.#stop(run, { how: "stopped", reason }, reason);
  }

  async answer(answer: Answer): Promise<void> {
    const run = this.#run;
    const open = await run?.take(answer);
    // A question of a hook is answered through the hook, which waits for it.
    if (run === undefined || open === undefined || (open.menu === undefined && open.isPlainInput !== true && open.password === undefined)) return;
    if ((await answerScreen(this.terminal, open, answer)) === "stop") await this.interrupt(run.turn, say(this.#parts.language, tmuxTexts.stopped));
    this.#looks.wake();
  }

  /** What a hook of the CLI says. The same payload again is the same question. */
  async hook(event: string, payload: JsonValue): Promise<HookReply> {
    const { profile, memory } = this.#parts;
    const place = profile.placeOf(payload);
    const meaning = hookMeaning(profile, event, payload, this.terminal.state().kind);
    await followPlace(place, meaning, memory, this.#reader);
    const run = this.#run;
    if (meaning.kind === "started") this.#model = meaning.model ?? this.#model;
    if (meaning.kind === "prompt" && run !== undefined && isSameText(meaning.text, run.text)) run.accepted(place.prompt);
    const isOurs = run?.isAbout(place.prompt) === true;
    if (meaning.kind === "stopped" && isOurs) run.stopped(meaning.text, this.#parts.clock.monotonic());
    if (meaning.kind === "failed" && isOurs) await this.#finish(run, { how: "failed", reason: meaning.reason });
    if (meaning.kind === "announces" && run !== undefined) run.announced = meaning.asks;
    this.#moved();
    if (meaning.kind !== "asks" || run === undefined || !run.mayAsk(place.prompt)) return {};
    // The transcript names the step that waits, and is written before the hook is called.
    await this.#reader.read();
    return askByHook(run, { event, payload, asks: meaning.asks, memory, profile, terminal: this.terminal, language: this.#parts.language });
  }

  #moved(): void {
    this.#movedAt = this.#parts.clock.monotonic();
    this.#looks.wake();
  }

  #redrawn(): void {
    this.#movedAt = this.#parts.clock.monotonic();
    this.#looks.redrawn();
  }

  async facts(): Promise<SeatFacts> {
    return { ...(await this.terminal.facts()), ...defined({ model: this.#model }) };
  }

  async end(reason: string): Promise<void> {
    await this.#run?.end({ how: "stopped", reason }, reason);
    await this.terminal.end();
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#looks[Symbol.dispose]();
    this.#run?.stop.abort();
    this.terminal[Symbol.dispose]();
  }

  #enter(turn: TurnId, { text, pictures }: Composed): TurnRun {
    const run = new TurnRun({ turn, text, pictures, sink: oneEnding(this.#parts.sink, turn), isOwnPrompt: (said) => isSameText(said, text) });
    this.#run = run;
    this.#waitsForTurn = false;
    this.#movedAt = this.#parts.clock.monotonic();
    this.#net.reset();
    return run;
  }

  #perform(run: TurnRun, work: () => Promise<unknown>): void {
    performTurn(run, work, this.#parts, (ending) => this.#finish(run, ending));
  }

  async #submit(run: TurnRun): Promise<void> {
    const parts = { ...this.#parts, terminal: this.terminal, net: this.#net, reader: this.#reader };
    const became = await submitTurn(run, parts, () => (this.#wasReady = true));
    if (became?.how === "taken") await this.#taken(run, became.offset);
    else if (became !== undefined) await this.#finish(run, became);
  }

  async #taken(run: TurnRun, offset: number): Promise<void> {
    const { memory, profile } = this.#parts;
    if (profile.isOwnCommand(run.text)) run.record.taken();
    this.#net.reset();
    await memory.set({ turn: { id: run.turn, phase: "working", offset } });
    await run.doing({ doing: "working" });
    this.#looks.wake();
  }

  /** The hub died between the paste and the proof. */
  async #finishPasting(run: TurnRun): Promise<void> {
    const { profile, language, memory } = this.#parts;
    const became = await finishPasting(run, this.terminal, profile);
    if (became === "menu") {
      run.isPasted = true;
      return this.#submit(run);
    }
    if (became === "lost") return this.#finish(run, { how: "lost", reason: say(language, tmuxTexts.lostPrompt) });
    await this.#taken(run, memory.now.turn?.offset ?? 0);
  }

  async #look(): Promise<void> {
    if (this.#waitsForTurn) return;
    await this.#reader.read();
    const run = this.#run;
    const state = this.terminal.state();
    this.#composer.shows(state, run);
    if (run === undefined || run.isOver || this.terminal.pane === undefined) return;
    if (state.kind === "ready") this.#wasReady = true;
    this.#net.quietFor(state);
    if (!run.record.hasPrompt) return;
    const done = doneBy(run, state, this.#net, this.#parts);
    if (done !== undefined) return this.#finish(run, await leaveScreen(run, done, this.terminal.pane, this.#parts));
    const now = this.#parts.clock.monotonic();
    const status = workStatus(run, state, this.#parts.profile, now - this.#movedAt);
    if (status !== undefined) await run.doing(status);
    await showHiddenMenu(run, this.terminal, this.#parts.language);
    await this.#net.look(run, state, this.terminal);
    if (state.kind === "busy") await run.sign(now, this.#movedAt);
  }

  async #heard(fact: TranscriptFact): Promise<void> {
    const run = this.#run;
    if (fact.kind === "prompt") {
      const whose = whosePrompt(fact, { run, hasPane: this.terminal.pane !== undefined, unwritten: this.#unwritten });
      if (whose === "before") this.#unwritten = undefined;
      if (whose !== "run" && whose !== "before") this.#composer.recorded();
      if (whose === "joined") await run?.joined(fact.text);
      if (whose === "desk") await this.#atTheDesk(fact, run);
      if (whose !== "run") return;
    }
    if (run === undefined) return;
    if (fact.kind === "result")
      for (const [key, open] of run.asks) if (open.step === fact.id) await run.settle(key, fact.refused || fact.isError ? "deny" : "allow");
    this.#movedAt = this.#parts.clock.monotonic();
    await run.heard(withModel(fact, this.#model ?? this.#parts.profile.title));
  }

  /** Somebody typed a prompt at the terminal: a turn that the hub did not begin. */
  async #atTheDesk({ text, turn: own }: Extract<TranscriptFact, { kind: "prompt" }>, before: TurnRun | undefined): Promise<void> {
    if (before !== undefined) await this.#finish(before, endingOf(before, this.#parts));
    const { newId, memory } = this.#parts;
    const turn = newId("trn");
    const run = this.#enter(turn, { text: printable(text), pictures: [] });
    run.isFromDesk = true;
    run.accepted(own);
    run.record.taken();
    await memory.set({ turn: { id: turn, phase: "working", offset: this.#reader.offset }, asked: {} });
    await reportDeskTurn(turn, text, this.#parts);
    this.#looks.wake();
  }

  async #stop(run: TurnRun, ending: Ending, reason: string): Promise<void> {
    for (const key of run.asks.keys()) await run.unask(key, reason);
    await stopCli(run, { ...this.#parts, terminal: this.terminal, reader: this.#reader });
    await this.#reader.read();
    await this.#finish(run, ending);
  }

  /** What is remembered of it stays until the next one: a restart knows by its id that it is over. */
  async #finish(run: TurnRun, ending: Ending): Promise<void> {
    await run.end(ending, say(this.#parts.language, tmuxTexts.menuGone));
    if (this.#run === run) this.#run = undefined;
    this.#composer.turnEnded();
    this.#unwritten = run.record.wasWritten ? undefined : run.text;
  }

  #gone(words: string, isNotTakenUp = false): void {
    const { sink, log, memory } = this.#parts;
    this.#unwritten = this.#run?.record.wasWritten === false ? this.#run.text : undefined;
    this.#run?.cut();
    this.#run = undefined;
    this.#wasReady = false;
    sink
      .happened({ kind: "gone", reason: exitReason(words, this.#parts) })
      .then(() => memory.set({ pane: undefined, turn: undefined, asked: {}, ...(isNotTakenUp && { conversation: undefined, transcript: undefined }) }))
      .catch((cause: unknown) => log.error({ cause }, "failed to report that a terminal is gone"));
  }
}
