import type { Step } from "#domain/agent";
import type { TurnUsage, WorkPlan, WorkStatus } from "#domain/work";
import type { TranscriptFact } from "./profile.ts";

/** What a fact adds to a turn, for people who wait. */
export type RecordChange =
  | { readonly kind: "delta"; readonly text: string }
  | { readonly kind: "step"; readonly step: Step }
  | { readonly kind: "plan"; readonly plan: WorkPlan }
  | { readonly kind: "usage"; readonly usage: TurnUsage };

/** Some records count tokens without naming the model. */
export function withModel(fact: TranscriptFact, model: string): TranscriptFact {
  return fact.kind === "usage" && fact.usage.model === "" ? { ...fact, usage: { ...fact.usage, model } } : fact;
}

/** What a turn's transcript has said so far. Only what follows its own prompt belongs to it. */
export class TurnRecord {
  readonly #isOwnPrompt: (text: string) => boolean;
  readonly #steps = new Map<string, Step>();
  readonly #usages = new Map<string, TurnUsage>();
  #hasPrompt = false;
  #wasWritten = false;
  #isAccepted = false;
  #message = "";
  #answer = "";
  #hasText = false;
  #waits: WorkStatus | undefined;
  #isInterrupted = false;
  #isOver = false;
  #failure: string | undefined;
  /** The message that is being written, how many pieces of it were shown, and their text. */
  #streaming = "";
  #next = 0;
  #streamed = "";
  /** The last one that was written, and the last whole block, if nothing of it was shown before. */
  #finished = "";
  #whole = "";

  constructor(isOwnPrompt: (text: string) => boolean) {
    this.#isOwnPrompt = isOwnPrompt;
  }

  /** The prompt stands in the transcript: it was taken. */
  get hasPrompt(): boolean {
    return this.#hasPrompt;
  }

  /** The record itself has the prompt. */
  get wasWritten(): boolean {
    return this.#wasWritten;
  }

  /** The text of the last message, all its blocks. */
  get answer(): string {
    return this.#answer;
  }

  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /** It waits for its model. */
  get waits(): WorkStatus | undefined {
    return this.#waits;
  }

  /** The step that is being done, in words. */
  get underWay(): string | undefined {
    const step = [...this.#steps.values()].findLast(({ state }) => state === "running");
    return step === undefined ? undefined : `${step.verb} ${step.what}`;
  }

  /** Why the CLI gave up on its model. */
  get failure(): string | undefined {
    return this.#failure;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** It was taken, though the record may not have it yet: what the CLI writes now belongs to it. */
  accepted(): void {
    this.#isAccepted = true;
  }

  /** The CLI took it without writing it down as a prompt, as it does with its own commands. */
  taken(): void {
    this.#hasPrompt = true;
  }

  /** The step that waits for a permission, if it still runs. */
  runningStep(verb: string, what: string): string | undefined {
    return [...this.#steps.values()].findLast((step) => step.state === "running" && step.verb === verb && step.what === what)?.id;
  }

  add(fact: TranscriptFact): RecordChange | undefined {
    if (fact.kind === "prompt") {
      this.#wasWritten ||= this.#isOwnPrompt(fact.text);
      this.#hasPrompt ||= this.#wasWritten;
      return undefined;
    }
    if (fact.kind === "said") return this.#said("", fact.text);
    if (fact.kind === "piece") return (this.#hasPrompt || this.#isAccepted) && !this.#isOver ? this.#piece(fact) : undefined;
    if (!this.#hasPrompt || this.#isOver) return undefined;
    this.#waits = fact.kind === "waits" ? fact.status : undefined;
    switch (fact.kind) {
      case "waits":
        return undefined;
      case "text":
        return this.#said(fact.message, fact.text);
      case "step":
        this.#steps.set(fact.step.id, fact.step);
        return { kind: "step", step: fact.step };
      case "result": {
        const step = this.#steps.get(fact.id);
        if (step === undefined) return undefined;
        const ended: Step = { ...step, state: fact.isError ? "failed" : "done" };
        this.#steps.set(fact.id, ended);
        return { kind: "step", step: ended };
      }
      case "plan":
        return { kind: "plan", plan: fact.plan };
      case "usage":
        this.#usages.set(fact.message, fact.usage);
        return { kind: "usage", usage: this.#used(fact.usage.model) };
      case "interrupted":
        this.#isInterrupted = true;
        return undefined;
      case "failed":
        this.#failure = fact.reason;
        return undefined;
      case "over":
        this.#isOver = true;
        return undefined;
    }
  }

  /** A whole block. What was shown of it already is not shown again. */
  #said(message: string, text: string): RecordChange | undefined {
    this.#answer = message === this.#message && this.#answer !== "" ? `${this.#answer}\n\n${text}` : text;
    this.#message = message;
    const shown = this.#streamed;
    this.#streamed = "";
    // Its pieces may still come, after the step that follows it.
    this.#whole = shown === "" ? text : "";
    if (this.#streaming !== "") this.#finished = this.#streaming;
    if (shown === "") return this.#delta(text, true);
    const rest = text.startsWith(shown) ? text.slice(shown.length) : "";
    return rest === "" ? undefined : this.#delta(rest, false);
  }

  /** Pieces may be reported late or out of order: then the whole block, which follows, brings what is missing. */
  #piece({ message, index, text }: Extract<TranscriptFact, { kind: "piece" }>): RecordChange | undefined {
    if (message === this.#finished) return undefined;
    if (index === 0 && this.#whole !== "" && this.#whole.startsWith(text)) {
      [this.#finished, this.#whole] = [message, ""];
      return undefined;
    }
    if (index === 0) [this.#streaming, this.#next, this.#streamed] = [message, 0, ""];
    if (message !== this.#streaming || index !== this.#next || text === "") return undefined;
    this.#next++;
    this.#streamed += text;
    return this.#delta(text, index === 0);
  }

  #delta(text: string, isNew: boolean): RecordChange {
    const gap = this.#hasText && isNew ? "\n\n" : "";
    this.#hasText = true;
    return { kind: "delta", text: `${gap}${text}` };
  }

  #used(model: string): TurnUsage {
    const all = [...this.#usages.values()];
    return { model, inputTokens: sum(all.map((one) => one.inputTokens)), outputTokens: sum(all.map((one) => one.outputTokens)) };
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
