import type { AgentEvent, BeginOutcome, Conversation, Heard, HookReply, OpenTurn, Prompt, Screen, Seat, SeatFacts, SeatSink, SeatSpec } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { QuestionId, TurnId } from "#domain/ids";
import type { JsonObject, JsonValue } from "#domain/json";
import type { Answer } from "#domain/question";
import { terminalKey } from "#domain/terminal-keys";
import { retryReport } from "#agents/kit/retry-report";
import { say } from "#lib/words/words";
import { cliEnvironment } from "./cli-pane.ts";
import { CliTurns } from "./cli-turns.ts";
import { listConversations, type RecordedConversation } from "./list-conversations.ts";
import type { TmuxSeatParts } from "./seat-parts.ts";
import { tmuxTexts } from "./texts.ts";

const remembered = 1_000;

/** A session's CLI in a tmux pane, as the hub sees it. */
export class TmuxSeat implements Seat {
  readonly #parts: TmuxSeatParts;
  readonly #turns: CliTurns;
  readonly #closed = new AbortController();
  readonly #begun = new Set<TurnId>();
  #isEnded = false;

  constructor(parts: TmuxSeatParts) {
    this.#parts = parts;
    const sink: SeatSink = { happened: (event) => this.#tell(event) };
    this.#turns = new CliTurns({ ...parts, sink: retryReport(sink, parts.clock, this.#closed.signal), closed: this.#closed.signal });
  }

  /** Finds the pane again, or makes it, and goes on with the turn that was under way. */
  async open(spec: SeatSpec, startsNow: boolean): Promise<void> {
    const older = spec.resume === undefined ? undefined : (await this.#recorded()).find((one) => one.id === spec.resume);
    if (older !== undefined) await this.#parts.memory.set({ conversation: older.id, transcript: older.path });
    if (spec.openTurn !== undefined) this.#remember(spec.openTurn.id);
    await this.#turns.open(startsNow && spec.openTurn === undefined, spec.openTurn?.id);
  }

  /** What follows is reported after the hub has the seat. */
  goOn(openTurn: OpenTurn): void {
    this.#turns.goOn(openTurn);
  }

  async begin(turn: TurnId, prompt: Prompt): Promise<BeginOutcome> {
    const { language } = this.#parts;
    if (this.#isEnded || this.#closed.signal.aborted) return { how: "refused", reason: say(language, tmuxTexts.ended) };
    if (this.#begun.has(turn)) return { how: "refused", reason: say(language, tmuxTexts.begunBefore) };
    const busy = await this.#turns.whyBusy();
    if (busy !== undefined) return { how: "busy", reason: busy };
    this.#remember(turn);
    this.#turns.begin(turn, prompt);
    return { how: "taken" };
  }

  async interrupt(turn: TurnId): Promise<void> {
    await this.#turns.interrupt(turn, say(this.#parts.language, tmuxTexts.stopped));
  }

  async answer(_question: QuestionId, answer: Answer): Promise<void> {
    await this.#turns.answer(answer);
  }

  async signal(event: string, payload: JsonValue): Promise<HookReply> {
    return this.#turns.hook(event, payload);
  }

  hookOutput(answer: Answer): JsonObject | undefined {
    return this.#parts.profile.hookOutput(answer, this.#parts.memory.now.asked[answer.key] as JsonValue | undefined);
  }

  /** A menu that the hub does not know of yet gets keys, and no text: Enter behind it would choose what is preselected. */
  async press(keys: readonly string[]): Promise<void> {
    const { terminal } = this.#turns;
    const { language, spec } = this.#parts;
    if (terminal.pane === undefined) throw new ParleyError("NotSupported", say(language, tmuxTexts.notRunning, { session: spec.name }));
    const isText = keys.some((key) => terminalKey(key) === undefined);
    if (isText && (await terminal.stateNow()).kind === "menu") throw new ParleyError("InvalidArgs", say(language, tmuxTexts.textIntoMenu));
    await terminal.pane.press(keys);
  }

  watchScreen(changed: () => void): () => void {
    return this.#turns.terminal.watch(changed);
  }

  async screen(): Promise<Screen> {
    return this.#turns.terminal.screen();
  }

  async facts(): Promise<SeatFacts> {
    return this.#turns.facts();
  }

  async conversations(): Promise<readonly Conversation[]> {
    return (await this.#recorded()).map(({ id, title, at }) => ({ id, title, at }));
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#turns.end(say(this.#parts.language, tmuxTexts.sessionEnded));
    this.#closed.abort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort();
    this.#turns[Symbol.dispose]();
  }

  async #tell(event: AgentEvent): Promise<Heard> {
    if (event.kind === "started") this.#remember(event.turn);
    return this.#closed.signal.aborted ? { how: "late" } : this.#parts.sink.happened(event);
  }

  async #recorded(): Promise<readonly RecordedConversation[]> {
    const { profile, userHome, spec, settings } = this.#parts;
    const context = { userHome, workDir: spec.workDir, env: cliEnvironment(this.#parts), folder: spec.folder };
    const folder = profile.transcriptFolder(context);
    return listConversations(profile, [folder, ...settings.history], context);
  }

  #remember(turn: TurnId): void {
    this.#begun.add(turn);
    const [oldest] = this.#begun;
    if (this.#begun.size > remembered && oldest !== undefined) this.#begun.delete(oldest);
  }
}
