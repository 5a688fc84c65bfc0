import type { TurnEvent } from "#domain/agent";
import type { QuestionId, TurnId } from "#domain/ids";
import type { Answer, Ask } from "#domain/question";
import type { Ending } from "#domain/turn";
import type { WorkStatus } from "#domain/work";
import type { TurnSink } from "#agents/kit/one-ending";
import { defined } from "#lib/defined";
import { subjectDigest } from "#lib/digest";
import { pause, type Clock } from "#lib/time/clock";
import type { HookAsk, Menu, TranscriptFact } from "./profile.ts";
import { TurnRecord } from "./turn-record.ts";

const signEveryMs = 5_000;

/** A question of this turn that is not settled yet. */
export interface OpenAsk {
  /** Of its subject; undefined for one that was asked before a restart and is known by its key alone. */
  readonly digest?: string;
  /** The step that waits for it. */
  readonly step?: string;
  /** The menu on the screen that it was read from; undefined for one that a hook asked. */
  readonly menu?: Menu;
  /** The prompt for a password that stands there; nobody types one in a chat. */
  readonly password?: string;
  /** What was typed goes to the terminal as it is. */
  readonly isPlainInput?: boolean;
  /** A hook waits for it, and the terminal shows no menu meanwhile. */
  readonly hidden?: HookAsk;
}

/** One turn of a CLI: what it has said, what it asks, and exactly one ending. */
export class TurnRun {
  readonly turn: TurnId;
  /** What was pasted; for a desk turn what was typed. */
  readonly text: string;
  /** What is pasted behind it, each by itself. */
  readonly pictures: readonly string[];
  readonly record: TurnRecord;
  readonly stop = new AbortController();
  readonly asks = new Map<string, OpenAsk>();
  /** Resolves when the questions of before a restart are known again. */
  restored: Promise<void> = Promise.resolve();
  /** Resolves when the CLI has taken the prompt. */
  readonly taken = Promise.withResolvers<void>();
  /** Parley has pasted it: what stands in the composer may be this prompt. */
  isPasted = false;
  /** What a hook said about the menu that is shown, or will be in a moment. */
  announced: HookAsk | undefined;
  /** Somebody typed its prompt at the terminal. */
  isFromDesk = false;
  /** Who said no by a key, which may end the turn. */
  denied: string | undefined;
  readonly #sink: TurnSink;
  #stoppedAt = 0;
  #typed = 0;
  #signedAt = 0;
  #prompt: string | undefined;
  #stopText: string | undefined;
  #isTaken = false;
  #isStopping = false;
  #isCut = false;
  #status = "";

  constructor({
    turn,
    text,
    pictures = [],
    sink,
    isOwnPrompt,
  }: {
    readonly turn: TurnId;
    readonly text: string;
    readonly pictures?: readonly string[];
    readonly sink: TurnSink;
    readonly isOwnPrompt: (text: string) => boolean;
  }) {
    this.turn = turn;
    this.text = text;
    this.pictures = pictures;
    this.#sink = sink;
    this.record = new TurnRecord(isOwnPrompt);
    this.taken.promise.then(
      () => (this.#isTaken = true),
      () => {},
    );
  }

  get isOver(): boolean {
    return this.#isCut || this.#sink.isOver;
  }

  /** The CLI has the prompt. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** A hook said that the CLI has finished. */
  get hasStopped(): boolean {
    return this.#stopText !== undefined;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Somebody asked for it to be stopped. */
  stopping(): void {
    this.#isStopping = true;
  }

  /** The process died under it: its end is not reported as one of its own. */
  cut(): void {
    this.#isCut = true;
    this.stop.abort();
  }

  /** `at` is of the monotonic clock. */
  stopped(text: string | undefined, at: number): void {
    this.#stopText = text ?? "";
    this.#stoppedAt = at;
  }

  get stoppedAt(): number {
    return this.#stoppedAt;
  }

  /** A hook says that the CLI has taken the prompt, and by which id it calls it. */
  accepted(prompt: string | undefined): void {
    this.#prompt = prompt;
    this.record.accepted();
    this.taken.resolve();
  }

  /** Resolves when the CLI has taken the prompt, when the turn is stopped, or after so long. */
  async takenWithin(ms: number, clock: Clock): Promise<void> {
    await Promise.race([this.taken.promise, pause(clock, ms, this.stop.signal)]);
  }

  /** Whether a hook is about this turn: one of the turn before may come late. */
  isAbout(prompt: string | undefined): boolean {
    return prompt === undefined ? this.record.hasPrompt : prompt === this.#prompt;
  }

  /** Whether a hook of that prompt may still ask in this turn. One of a turn before may wait on, and call again after a restart of the hub. */
  mayAsk(prompt: string | undefined): boolean {
    return !this.isOver && !this.#isStopping && (prompt === undefined || this.#prompt === undefined || prompt === this.#prompt);
  }

  /** Reports what a line of the transcript adds. */
  async heard(fact: TranscriptFact): Promise<void> {
    const change = this.record.add(fact);
    if (fact.kind === "prompt" && this.record.wasWritten) this.#prompt ??= fact.turn;
    if (this.record.hasPrompt) this.taken.resolve();
    if (change !== undefined) await this.report({ turn: this.turn, ...change });
  }

  /** Whether words that were typed at the desk joined this turn instead of beginning another one. */
  isJoinedBy(fact: TranscriptFact): boolean {
    return fact.kind === "prompt" && fact.turn !== undefined && fact.turn === this.#prompt && this.record.hasPrompt;
  }

  async joined(text: string): Promise<void> {
    await this.report({ kind: "step", turn: this.turn, step: { id: `typed-${++this.#typed}`, verb: "typed", what: text.slice(0, 500), state: "done" } });
  }

  /** What it is doing, when that is something new. Every one is a sign of life. */
  async doing(status: WorkStatus): Promise<void> {
    const next = JSON.stringify(status);
    if (next === this.#status || this.isOver) return;
    this.#status = next;
    await this.report({ kind: "status", turn: this.turn, status });
  }

  /** Says from time to time that it is alive, if something has moved since. Both are of the monotonic clock. */
  async sign(at: number, movedAt: number): Promise<void> {
    if (this.isOver || at - this.#signedAt < signEveryMs || movedAt <= this.#signedAt) return;
    this.#signedAt = at;
    const status = this.#status === "" ? { doing: "working" as const } : (JSON.parse(this.#status) as WorkStatus);
    await this.report({ kind: "status", turn: this.turn, status });
  }

  /** Undefined when the turn is over. The same key with the same subject is the same question. */
  async ask(ask: Ask, about: Omit<OpenAsk, "digest"> = {}): Promise<QuestionId | undefined> {
    this.asks.set(ask.key, { digest: subjectDigest(ask.subject), ...about });
    const heard = await this.report({ kind: "asked", turn: this.turn, ask });
    return heard?.how === "kept" ? heard.question : undefined;
  }

  /** Whether this answer is for a question of this turn that is still open. It is taken once. */
  async take(answer: Answer): Promise<OpenAsk | undefined> {
    await this.restored;
    const open = this.asks.get(answer.key);
    if (open === undefined || (open.digest !== undefined && open.digest !== answer.digest)) return undefined;
    this.asks.delete(answer.key);
    if (open.menu !== undefined && answer.how === "given" && answer.option?.grants === "deny") this.denied = answer.by;
    return open;
  }

  /** Somebody answered it at the terminal. */
  async settle(key: string, option: string | undefined): Promise<void> {
    if (!this.asks.delete(key)) return;
    await this.report({ kind: "settled", turn: this.turn, key, ...defined({ option }) });
  }

  async unask(key: string, reason: string): Promise<void> {
    if (this.asks.delete(key)) await this.report({ kind: "unasked", turn: this.turn, key, reason });
  }

  async report(event: TurnEvent) {
    // The CLI hears its keys late on a busy machine; what it says until then is not wanted any more.
    const isUnwanted = this.#isStopping && (event.kind === "delta" || event.kind === "status");
    return this.isOver || isUnwanted ? undefined : this.#sink.happened(event);
  }

  /** The answer that the CLI gave: the hook's own words, else the transcript's. */
  get answer(): string {
    return this.#stopText !== undefined && this.#stopText !== "" ? this.#stopText : this.record.answer;
  }

  /** Once; whatever is still asked is taken back first. If it cannot be stored, the hub's own watchdog ends the turn. */
  async end(ending: Ending, reason: string): Promise<void> {
    if (this.isOver) return;
    this.taken.resolve();
    for (const key of this.asks.keys()) await this.unask(key, reason).catch(() => {});
    await this.#sink.happened({ kind: "ended", turn: this.turn, ending }).catch(() => {});
    this.stop.abort();
  }
}
