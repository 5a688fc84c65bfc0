import { join } from "node:path";
import type { BeginOutcome, OpenTurn, Prompt, Seat, SeatFacts, SeatSink, SeatSpec } from "#domain/agent";
import type { QuestionId, TurnId } from "#domain/ids";
import type { Answer } from "#domain/question";
import type { Ending } from "#domain/turn";
import { oneEnding } from "#agents/kit/one-ending";
import { retryReport } from "#agents/kit/retry-report";
import { defined } from "#lib/defined";
import { pause } from "#lib/time/clock";
import { say } from "#lib/words/words";
import { ModelConversation } from "./conversation.ts";
import { OpenAsks } from "./open-asks.ts";
import { runStewardTurn, type StewardParts } from "./steward-turn.ts";
import { stewardTexts } from "./texts.ts";

interface RunningTurn {
  readonly turn: TurnId;
  readonly stop: AbortController;
  readonly asks: OpenAsks;
  done: Promise<void>;
  /** Only its ending is still to be reported. */
  isEnding: boolean;
}

/** A session of the built-in agent. It holds one file and, between turns, no timer and no connection. */
export class StewardSeat implements Seat {
  readonly #parts: StewardParts;
  readonly #spec: SeatSpec;
  readonly #sink: SeatSink;
  readonly #conversation: ModelConversation;
  readonly #closed = new AbortController();
  readonly #begun = new Set<TurnId>();
  readonly #startedAt: number;
  #running: RunningTurn | undefined;
  #isEnded = false;

  static async open(parts: StewardParts, spec: SeatSpec, sink: SeatSink): Promise<StewardSeat> {
    return new StewardSeat(parts, spec, sink, await ModelConversation.open(join(spec.folder, "conversation.jsonl")));
  }

  private constructor(parts: StewardParts, spec: SeatSpec, sink: SeatSink, conversation: ModelConversation) {
    this.#parts = parts;
    this.#spec = spec;
    this.#conversation = conversation;
    this.#startedAt = parts.clock.now();
    this.#sink = { happened: async (event) => (this.#closed.signal.aborted ? { how: "late" } : sink.happened(event)) };
  }

  async begin(turn: TurnId, prompt: Prompt): Promise<BeginOutcome> {
    const { language } = this.#parts;
    if (this.#isEnded || this.#closed.signal.aborted) return { how: "refused", reason: say(language, stewardTexts.sessionEnded) };
    if (this.#begun.has(turn)) return { how: "refused", reason: say(language, stewardTexts.busy) };
    if (this.#running?.isEnding === true) await this.#running.done;
    if (this.#running !== undefined) return { how: "busy", reason: say(language, stewardTexts.busy) };
    if ((await this.#parts.model()) === undefined) return { how: "refused", reason: say(language, stewardTexts.noModel) };
    this.#enter(turn, prompt, []);
    return { how: "taken" };
  }

  /** The hub died during that turn: it goes on where its conversation ends. */
  resume({ id, prompt, asked }: OpenTurn): void {
    this.#enter(id, prompt, asked);
  }

  async interrupt(turn: TurnId): Promise<void> {
    if (this.#running?.turn === turn) this.#running.stop.abort(new Error(say(this.#parts.language, stewardTexts.stopped)));
  }

  async answer(_question: QuestionId, answer: Answer): Promise<void> {
    await this.#running?.asks.answer(answer);
  }

  async facts(): Promise<SeatFacts> {
    const model = await this.#parts.model().catch(() => undefined);
    return { startedAt: this.#startedAt, ...defined({ model: model?.name }) };
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#running?.stop.abort(new Error(say(this.#parts.language, stewardTexts.sessionEnded)));
    await this.#running?.done;
    await this.#close();
  }

  /** The hub stops: nobody is told, and the next start goes on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort();
    this.#running?.stop.abort(new Error(say(this.#parts.language, stewardTexts.sessionEnded)));
    await this.#running?.done;
    await this.#close();
  }

  async #close(): Promise<void> {
    this.#closed.abort();
    await this.#conversation[Symbol.asyncDispose]();
  }

  #enter(turn: TurnId, prompt: Prompt, asked: OpenTurn["asked"]): void {
    this.#begun.add(turn);
    const running: RunningTurn = { turn, stop: new AbortController(), asks: new OpenAsks(this.#conversation, asked), done: Promise.resolve(), isEnding: false };
    this.#running = running;
    running.done = this.#play(running, prompt);
  }

  async #play(running: RunningTurn, prompt: Prompt): Promise<void> {
    const { clock, log } = this.#parts;
    const { turn, stop, asks } = running;
    // A turn of the event loop, so that `begin` has answered before the first event.
    await pause(clock, 0, this.#closed.signal);
    const sink = oneEnding(retryReport(this.#sink, clock, AbortSignal.any([stop.signal, this.#closed.signal])), turn);
    try {
      const ending = await runStewardTurn(this.#parts, this.#spec, { id: turn, prompt, sink, conversation: this.#conversation, asks }, stop.signal);
      running.isEnding = true;
      await this.#tell(turn, ending);
    } catch (cause) {
      log.error({ cause, turn }, "a turn could not be ended");
    } finally {
      this.#running = undefined;
    }
  }

  async #tell(turn: TurnId, ending: Ending): Promise<void> {
    const patient = retryReport(this.#sink, this.#parts.clock, this.#closed.signal);
    // If the hub cannot store it either, its watchdog or its next start ends the turn.
    await patient.happened({ kind: "ended", turn, ending }).catch(() => {});
  }
}
