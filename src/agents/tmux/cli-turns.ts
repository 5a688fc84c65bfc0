import type { HookReply, OpenTurn, Prompt, SeatFacts } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import type { JsonValue } from "#domain/json";
import type { Answer } from "#domain/question";
import type { Ending } from "#domain/turn";
import { oneEnding } from "#agents/kit/one-ending";
import { pause } from "#lib/time/clock";
import { say } from "#lib/words/words";
import { answerScreen } from "./answer-screen.ts";
import { composePrompt, printable } from "./compose-prompt.ts";
import { askByHook, showHiddenMenu } from "./ask-by-hook.ts";
import { Looks } from "./looks.ts";
import type { ScreenState, TranscriptFact } from "./profile.ts";
import { RecordReader } from "./record-reader.ts";
import { ScreenNet } from "./screen-net.ts";
import type { CliTurnsParts } from "./seat-parts.ts";
import { finishPasting, submitPrompt } from "./submit-prompt.ts";
import { Terminal } from "./terminal.ts";
import { tmuxTexts } from "./texts.ts";
import { isSameText } from "./same-text.ts";
import { stopCli } from "./stop-cli.ts";
import { doneBy } from "./turn-done.ts";
import { endingOf, exitReason } from "./turn-ending.ts";
import { withModel } from "./turn-record.ts";
import { TurnRun } from "./turn-run.ts";
import { waitUntilReady } from "./wait-until-ready.ts";
import { whosePrompt } from "./whose-prompt.ts";
import { whyDeskBusy } from "./why-desk-busy.ts";

const deskAgainMs = 200;

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

  constructor(parts: CliTurnsParts) {
    this.#parts = parts;
    this.#net = new ScreenNet(parts);
    this.#reader = new RecordReader(parts, (fact) => this.#heard(fact));
    this.#looks = new Looks(parts.clock, parts.checkIntervalsMs, {
      look: () => this.#look(),
      wantsAnother: () => this.#run !== undefined,
      failed: (cause) => parts.closed.aborted || parts.log.debug({ cause }, "failed to look at a terminal"),
    });
    this.terminal = new Terminal({ ...parts, wake: () => this.#looks.wake(), closed: (words, isNotTakenUp) => this.#gone(words, isNotTakenUp) });
  }

  /** Adopts the pane that is there; starts one if there is none and it should run already. With a turn to go on with, nothing is read before that. */
  async open(startsNow: boolean, hasTurn: boolean): Promise<void> {
    this.#waitsForTurn = hasTurn;
    const { memory } = this.#parts;
    const { transcript, turn } = memory.now;
    if (transcript !== undefined) await this.#reader.follow(transcript, turn?.offset ?? "end");
    if (startsNow) await this.terminal.start();
    else await this.terminal.adopt();
  }

  /** Why no prompt can be typed right now; undefined when one can. */
  async whyBusy(): Promise<string | undefined> {
    const { language } = this.#parts;
    if (this.#run !== undefined) return say(language, tmuxTexts.turnUnderWay);
    const busy = await whyDeskBusy(this.terminal, this.#wasReady, language);
    // Somebody may have begun a turn at the desk meanwhile.
    return this.#run === undefined ? busy : say(language, tmuxTexts.turnUnderWay);
  }

  begin(turn: TurnId, prompt: Prompt): void {
    const run = this.#enter(turn, this.#parts.profile.promptText(composePrompt(prompt)));
    this.#perform(run, () => this.#submit(run));
  }

  /** The hub was restarted under this turn. Nothing that was sent is sent again. */
  goOn(open: OpenTurn): void {
    const { memory, profile, language } = this.#parts;
    const known = memory.now.turn?.id === open.id ? memory.now.turn : undefined;
    const run = this.#enter(open.id, profile.promptText(composePrompt(open.prompt)));
    this.#perform(run, async () => {
      const isStopping = open.asked.some((asked) => asked.state === "withdrawn") && !open.asked.some((asked) => asked.state === "open");
      if (isStopping) return run.end({ how: "stopped", reason: say(language, tmuxTexts.stopped) }, say(language, tmuxTexts.stopped));
      if (this.terminal.pane === undefined) return this.#gone("");
      if (known === undefined && open.origin === "desk") return this.#finish(run, { how: "lost", reason: say(language, tmuxTexts.lostPrompt) });
      if (known === undefined || (known.phase === "preparing" && open.origin === "prompt")) return this.#submit(run);
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
    const open = run?.take(answer);
    // A question of a hook is answered through the hook, which waits for it.
    if (run === undefined || open === undefined || (open.menu === undefined && open.isPlainInput !== true)) return;
    const became = await answerScreen(this.terminal, open, answer);
    if (became === "stop") await this.interrupt(run.turn, say(this.#parts.language, tmuxTexts.stopped));
    this.#looks.wake();
  }

  /** What a hook of the CLI says. The same payload again is the same question. */
  async hook(event: string, payload: JsonValue): Promise<HookReply> {
    const { profile, memory } = this.#parts;
    const place = profile.placeOf(payload);
    const meaning = profile.readHook(event, payload);
    if (place.transcript !== undefined && place.transcript !== memory.now.transcript) {
      // A conversation that is taken up again has turns of long ago in its record.
      if (place.transcript !== this.#reader.path) await this.#reader.follow(place.transcript, meaning.kind === "started" ? "end" : 0);
      await memory.set({ transcript: place.transcript, ...(place.conversation !== undefined && { conversation: place.conversation }) });
    }
    const run = this.#run;
    if (meaning.kind === "started") this.#model = meaning.model ?? this.#model;
    if (meaning.kind === "prompt" && run !== undefined && isSameText(meaning.text, run.text)) run.accepted(place.prompt);
    const isOurs = run?.isAbout(place.prompt) === true;
    if (meaning.kind === "stopped" && isOurs) run.stopped(meaning.text, this.#parts.clock.monotonic());
    if (meaning.kind === "failed" && isOurs) await this.#finish(run, { how: "failed", reason: meaning.reason });
    if (meaning.kind === "announces" && run !== undefined) run.announced = meaning.asks;
    this.#looks.wake();
    if (meaning.kind !== "asks" || run === undefined || run.isOver) return {};
    // The transcript names the step that waits, and is written before the hook is called.
    await this.#reader.read();
    return askByHook(run, { event, payload, asks: meaning.asks, memory, profile, terminal: this.terminal, language: this.#parts.language });
  }

  async facts(): Promise<SeatFacts> {
    const facts = await this.terminal.facts();
    return { ...facts, ...(this.#model !== undefined && { model: this.#model }) };
  }

  async end(reason: string): Promise<void> {
    const run = this.#run;
    if (run !== undefined) await run.end({ how: "stopped", reason }, reason);
    await this.terminal.end();
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#looks[Symbol.dispose]();
    this.#run?.stop.abort();
    this.terminal[Symbol.dispose]();
  }

  #enter(turn: TurnId, text: string): TurnRun {
    const run = new TurnRun({ turn, text, sink: oneEnding(this.#parts.sink, turn), isOwnPrompt: (said) => isSameText(said, text) });
    this.#run = run;
    this.#waitsForTurn = false;
    this.#net.reset();
    return run;
  }

  /** A turn of the event loop later, so that `begin` has answered before the turn's first event. What fails ends the turn with its reason. */
  #perform(run: TurnRun, work: () => Promise<unknown>): void {
    const { clock, closed, log, language } = this.#parts;
    pause(clock, 0, closed)
      .then(work)
      .catch(async (cause: unknown) => {
        if (closed.aborted || run.isOver) return;
        log.warn({ cause, turn: run.turn }, "a turn in a terminal failed");
        await this.#finish(run, { how: "failed", reason: cause instanceof Error ? cause.message : say(language, tmuxTexts.notStored) });
      })
      .catch((cause: unknown) => log.error({ cause }, "failed to end a turn in a terminal"));
  }

  async #submit(run: TurnRun): Promise<void> {
    const { memory, profile, clock, language } = this.#parts;
    await memory.set({ turn: { id: run.turn, phase: "preparing", offset: 0 } });
    await this.terminal.start();
    for (;;) {
      const notReady = await waitUntilReady(run, { ...this.#parts, terminal: this.terminal, net: this.#net });
      if (run.isOver || run.stop.signal.aborted) return;
      if (notReady !== undefined) return this.#finish(run, { how: "failed", reason: notReady });
      this.#wasReady = true;
      const offset = await this.#reader.beginTurn(memory.now);
      await memory.set({ turn: { id: run.turn, phase: "pasting", offset } });
      const pane = this.terminal.pane;
      if (pane === undefined) return;
      const became = await submitPrompt(pane, profile, run, clock);
      if (run.isOver || run.isStopping) return;
      if (became === "taken") return this.#taken(run, offset);
      // A dialog came up in the last moment. It is asked about, and nothing was sent.
      if (became === "menu") continue;
      const sentence = became === "stillTyped" ? tmuxTexts.stillTyped : tmuxTexts.notTaken;
      return this.#finish(run, { how: "failed", reason: say(language, sentence, { cli: profile.title }) });
    }
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
    if (!(await finishPasting(run, this.terminal, profile))) return this.#finish(run, { how: "lost", reason: say(language, tmuxTexts.lostPrompt) });
    await this.#taken(run, memory.now.turn?.offset ?? 0);
  }

  async #look(): Promise<void> {
    if (this.#waitsForTurn) return;
    await this.#reader.read();
    const run = this.#run;
    if (run === undefined || run.isOver || this.terminal.pane === undefined) return;
    const state = this.terminal.state();
    if (state.kind === "ready") this.#wasReady = true;
    this.#net.quietFor(state);
    if (!run.record.hasPrompt) return;
    if (await this.#isDone(run, state)) return;
    if (state.kind === "busy" && state.status !== undefined) await run.doing(state.status);
    await showHiddenMenu(run, this.terminal, this.#parts.language);
    await this.#net.look(run, state, this.terminal);
    if (state.kind === "busy") await run.sign(this.#parts.clock.monotonic());
  }

  async #isDone(run: TurnRun, state: ScreenState): Promise<boolean> {
    const done = doneBy(run, state, this.#net, this.#parts);
    if (done === undefined) return false;
    if (done.closeKeys !== undefined) await this.terminal.pane?.press(done.closeKeys);
    await this.#finish(run, done.ending);
    return true;
  }

  async #heard(fact: TranscriptFact): Promise<void> {
    const run = this.#run;
    if (fact.kind === "prompt") {
      const whose = whosePrompt(fact, { run, hasPane: this.terminal.pane !== undefined, unwritten: this.#unwritten });
      if (whose === "before") this.#unwritten = undefined;
      if (whose === "joined") await run?.joined(fact.text);
      if (whose === "desk") await this.#atTheDesk(fact, run);
      if (whose !== "run") return;
    }
    if (run === undefined) return;
    if (fact.kind === "result")
      for (const [key, open] of run.asks) if (open.step === fact.id) await run.settle(key, fact.refused || fact.isError ? "deny" : "allow");
    await run.heard(withModel(fact, this.#model ?? this.#parts.profile.title));
  }

  /** Somebody typed a prompt at the terminal: a turn that the hub did not begin. */
  async #atTheDesk({ text, turn: own }: Extract<TranscriptFact, { kind: "prompt" }>, before: TurnRun | undefined): Promise<void> {
    if (before !== undefined) await this.#finish(before, endingOf(before, this.#parts));
    const { newId, clock, closed, memory, sink } = this.#parts;
    const turn = newId("trn");
    const run = this.#enter(turn, printable(text));
    run.accepted(own);
    run.record.taken();
    await memory.set({ turn: { id: turn, phase: "working", offset: this.#reader.offset } });
    while (!closed.aborted && (await sink.happened({ kind: "started", turn, origin: "desk", prompt: text })).how === "busy")
      await pause(clock, deskAgainMs, closed);
    this.#looks.wake();
  }

  async #stop(run: TurnRun, ending: Ending, reason: string): Promise<void> {
    for (const key of run.asks.keys()) await run.unask(key, reason);
    await stopCli(run, { ...this.#parts, terminal: this.terminal, reader: this.#reader });
    await this.#reader.read();
    await this.#finish(run, ending);
  }

  async #finish(run: TurnRun, ending: Ending): Promise<void> {
    await run.end(ending, say(this.#parts.language, tmuxTexts.menuGone));
    if (this.#run === run) this.#run = undefined;
    this.#unwritten = run.record.wasWritten ? undefined : run.text;
    await this.#parts.memory.set({ turn: undefined, asked: {} });
  }

  #gone(words: string, isNotTakenUp = false): void {
    const { sink, log, memory } = this.#parts;
    const reason = exitReason(words, this.#parts);
    this.#unwritten = this.#run?.record.wasWritten === false ? this.#run.text : undefined;
    this.#run?.cut();
    this.#run = undefined;
    this.#wasReady = false;
    sink
      .happened({ kind: "gone", reason })
      .then(() => memory.set({ pane: undefined, turn: undefined, asked: {}, ...(isNotTakenUp && { conversation: undefined, transcript: undefined }) }))
      .catch((cause: unknown) => log.error({ cause }, "failed to report that a terminal is gone"));
  }
}
