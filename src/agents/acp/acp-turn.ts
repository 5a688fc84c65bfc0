import type { RequestPermissionRequest, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import type { TurnEvent } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import type { Answer, Ask } from "#domain/question";
import type { Ending } from "#domain/turn";
import type { TurnSink } from "#agents/kit/one-ending";
import { defined } from "#lib/defined";
import { subjectDigest } from "#lib/digest";
import { say } from "#lib/words/words";
import { permissionAsk, type AskContext } from "./permission-ask.ts";
import { outcomeFor } from "./permission-options.ts";
import type { AcpUpdate, PromptResult } from "./read-update.ts";
import { acpTexts } from "./texts.ts";
import { mergeToolCall, stepOf, toolCallSchema, type AcpToolCall } from "./tool-call.ts";
import { TurnReports } from "./turn-reports.ts";

interface OpenAsk {
  readonly ask: Ask;
  readonly digest: string;
  readonly answer: (response: RequestPermissionResponse) => void;
  readonly request: RequestPermissionRequest;
}

export interface AcpTurnParts extends AskContext {
  readonly turn: TurnId;
  readonly sink: TurnSink;
  /** What the whole session had cost before. */
  readonly costBefore: number;
  readonly model: string;
}

const cancelled: RequestPermissionResponse = { outcome: { outcome: "cancelled" } };
const maxThought = 200;

/** One turn of an agent: what it says, does and asks, and exactly one ending. */
export class AcpTurn {
  readonly turn: TurnId;
  /** Aborted when the agent is to stop working on it, with the reason. */
  readonly stop = new AbortController();
  readonly #parts: AcpTurnParts;
  readonly #reports: TurnReports;
  readonly #calls = new Map<string, AcpToolCall>();
  readonly #asks = new Map<string, OpenAsk>();
  #text = "";
  #message: string | undefined;
  #isNewPart = false;
  #thought = "";
  #asked = 0;
  #pictures = 0;
  #session = { used: 0, size: 0, cost: 0 };
  #model: string;
  #isOver = false;
  #isUnkept = false;

  constructor(parts: AcpTurnParts) {
    this.#parts = parts;
    this.turn = parts.turn;
    this.#model = parts.model;
    this.#session.cost = parts.costBefore;
    this.#reports = new TurnReports(parts.sink, () => {
      this.#isUnkept = true;
      this.stop.abort();
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The hub could not store what it reported. */
  get isUnkept(): boolean {
    return this.#isUnkept;
  }

  /** What the whole session has cost so far. */
  get cost(): number {
    return this.#session.cost;
  }

  get text(): string {
    return this.#text;
  }

  heard(update: AcpUpdate): void {
    if (this.#isOver || this.stop.signal.aborted) return;
    switch (update.kind) {
      case "text":
        return this.#said(update.text, update.message);
      case "picture":
        return this.#made(update.data, update.mime);
      case "thought":
        return this.#thinks(update.text);
      case "tool":
        return void this.#called(mergeToolCall(this.#calls.get(update.call.toolCallId), update.call));
      case "plan":
        return this.#report({ kind: "plan", turn: this.turn, plan: update.plan });
      case "usage":
        this.#session = { used: update.used, size: update.size, cost: update.cost ?? this.#session.cost };
        this.#model = update.model ?? this.#model;
        return;
      case "compacting":
        return this.#report({ kind: "status", turn: this.turn, status: { doing: "compacting" } });
    }
  }

  /** Resolves with a person's answer. Whatever goes wrong, nothing is allowed. */
  async permission(request: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    if (this.#isOver || this.stop.signal.aborted) return cancelled;
    const part = toolCallSchema.parse(request.toolCall);
    const call = this.#called(mergeToolCall(this.#calls.get(part.toolCallId), { ...part, status: "pending" }));
    const ask: Ask = { ...permissionAsk(call, request.options, this.#parts), key: `${this.turn}/ask-${++this.#asked}` };
    const { promise, resolve } = Promise.withResolvers<RequestPermissionResponse>();
    this.#asks.set(ask.key, { ask, digest: subjectDigest(ask.subject), answer: resolve, request });
    const heard = await this.#reports.add({ kind: "asked", turn: this.turn, ask });
    if (heard?.how !== "kept") this.#take(ask.key)?.answer(cancelled);
    const response = await promise;
    if (response.outcome.outcome === "cancelled" && !this.stop.signal.aborted) this.stop.abort(say(this.#parts.language, acpTexts.stopped));
    return response;
  }

  /** An answer that was given for the same subject is taken once. */
  answer(answer: Answer): void {
    const open = this.#asks.get(answer.key);
    if (open === undefined || open.digest !== answer.digest) return;
    this.#asks.delete(answer.key);
    open.answer({ outcome: outcomeFor(open.request.options, answer) });
  }

  /** Takes back what is still asked; the agent is told that nobody will answer. */
  unask(reason: string): void {
    for (const key of this.#asks.keys()) {
      this.#take(key)?.answer(cancelled);
      this.#report({ kind: "unasked", turn: this.turn, key, reason });
    }
  }

  usage({ inputTokens, outputTokens, model }: Pick<PromptResult, "inputTokens" | "outputTokens" | "model">): void {
    const { used, size, cost } = this.#session;
    const spent = cost > this.#parts.costBefore ? cost - this.#parts.costBefore : undefined;
    if (inputTokens + outputTokens + size === 0) return;
    const contextLeft = size > 0 ? Math.max(0, size - used) : undefined;
    const usage = { model: model ?? this.#model, inputTokens, outputTokens, ...defined({ cost: spent, contextLeft }) };
    this.#report({ kind: "usage", turn: this.turn, usage });
  }

  /** A word about the turn itself, as a step that failed. */
  note(what: string): void {
    this.#report({ kind: "step", turn: this.turn, step: { id: "note", verb: "resume", what, state: "failed" } });
  }

  /** Once. If it cannot be stored, the hub's own watchdog or its next start ends the turn. */
  async end(ending: Ending, reason: string): Promise<void> {
    if (this.#isOver) return;
    this.unask(reason);
    this.#isOver = true;
    await this.#reports.idle();
    this.#reports.close();
    await this.#parts.sink.happened({ kind: "ended", turn: this.turn, ending }).catch(() => {});
    this.stop.abort();
  }

  /** The process died under it, or the hub lets go: nothing more is reported. */
  cut(): void {
    this.#isOver = true;
    this.#reports.close();
    for (const key of this.#asks.keys()) this.#take(key)?.answer(cancelled);
    this.stop.abort();
  }

  #take(key: string): OpenAsk | undefined {
    const open = this.#asks.get(key);
    this.#asks.delete(key);
    return open;
  }

  #said(text: string, message: string | undefined): void {
    const isOther = message !== undefined && this.#message !== undefined && message !== this.#message;
    const gap = this.#text !== "" && (this.#isNewPart || isOther) ? "\n\n" : "";
    this.#message = message ?? this.#message;
    this.#isNewPart = false;
    this.#thought = "";
    this.#text += `${gap}${text}`;
    this.#report({ kind: "delta", turn: this.turn, text: `${gap}${text}` });
  }

  #made(data: string, mime: string): void {
    const extension = /^image\/([a-z0-9]+)/.exec(mime)?.[1] ?? "bin";
    const n = ++this.#pictures;
    const content = { bytes: Buffer.from(data, "base64") };
    const file = { name: `picture-${n}.${extension}`, mime, description: say(this.#parts.language, acpTexts.picture), content };
    this.#report({ kind: "made", turn: this.turn, key: `${this.turn}/picture-${n}`, file });
  }

  /** The newest line of what it thinks, whenever one is complete. */
  #thinks(text: string): void {
    this.#thought += text;
    const lines = this.#thought.split("\n");
    const rest = lines.pop() ?? "";
    this.#thought = rest.slice(-maxThought);
    const line = lines.findLast((one) => one.trim() !== "") ?? (rest.length > maxThought ? rest : undefined);
    if (line === undefined) return;
    this.#report({ kind: "status", turn: this.turn, status: { doing: "working", what: line.trim().slice(0, maxThought) } });
  }

  #called(call: AcpToolCall): AcpToolCall {
    const before = this.#calls.get(call.id);
    this.#calls.set(call.id, call);
    this.#isNewPart = true;
    const step = stepOf(call);
    if (before === undefined || JSON.stringify(stepOf(before)) !== JSON.stringify(step)) this.#report({ kind: "step", turn: this.turn, step });
    return call;
  }

  #report(event: TurnEvent): void {
    void this.#reports.add(event);
  }
}
