import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { AssistantPart, ModelListener, ModelStep, ProviderMeta } from "./model.ts";

/** Far more than a model says at once; the longest file that a tool writes has two million. */
const mostChars = 4_000_000;
/** Few, so that what was not counted is rather counted too high. */
const charsPerToken = 3;

/** An answer without an end would fill the memory, and asked for again it would be as long. */
export class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong";

  constructor() {
    super(`the model's answer is longer than ${mostChars} characters`);
  }
}

/** Puts the parts of one answer together while they stream in. */
export class CollectedAnswer {
  readonly #on: ModelListener;
  readonly #parts: AssistantPart[] = [];
  readonly #open = new Map<string, number>();
  #chars = 0;
  #finish: Extract<LanguageModelV4StreamPart, { type: "finish" }> | undefined;

  constructor(on: ModelListener) {
    this.#on = on;
  }

  add(part: LanguageModelV4StreamPart): void {
    if ("delta" in part) this.#chars += part.delta.length;
    if (this.#chars > mostChars) throw new AnswerTooLong();
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        this.#open.set(`${part.type[0]}${part.id}`, this.#parts.length);
        this.#parts.push({ kind: part.type === "text-start" ? "text" : "reasoning", text: "", ...metaOf(part) });
        return;
      case "text-delta":
        this.#on.text?.(part.delta);
        return this.#grow(`t${part.id}`, part.delta, part);
      case "reasoning-delta":
        return this.#grow(`r${part.id}`, part.delta, part);
      case "text-end":
      case "reasoning-end":
        return this.#grow(`${part.type[0]}${part.id}`, "", part);
      case "tool-call":
        this.#parts.push({ kind: "call", id: part.toolCallId, name: part.toolName, input: part.input, ...metaOf(part) });
        return;
      case "finish":
        this.#finish = part;
        return;
      case "error":
        throw part.error;
      default:
    }
  }

  /** `askedChars`: the length of the request, for servers that do not say what was used. */
  step(askedChars: () => number): ModelStep {
    // A connection that closes early ends the stream like a whole answer does, but without this.
    const reason = this.#finish?.finishReason.unified;
    if (this.#finish === undefined || reason === "interrupted" || reason === "error") throw new Error("the model's answer was cut off");
    const { usage } = this.#finish;
    const parts = this.#parts.filter((part) => part.kind === "call" || part.text !== "" || part.meta !== undefined);
    return {
      parts,
      usage: { inputTokens: usage.inputTokens.total ?? guessed(askedChars()), outputTokens: usage.outputTokens.total ?? guessed(this.#chars) },
      stopped: reason === "length" ? "length" : reason === "content-filter" ? "filtered" : parts.some((part) => part.kind === "call") ? "calls" : "done",
    };
  }

  #grow(id: string, delta: string, from: LanguageModelV4StreamPart): void {
    const at = this.#open.get(id);
    const part = at === undefined ? undefined : this.#parts[at];
    if (at === undefined || part === undefined || part.kind === "call") return;
    this.#parts[at] = { ...part, text: part.text + delta, ...metaOf(from) };
  }
}

function guessed(chars: number): number {
  return Math.ceil(chars / charsPerToken);
}

function metaOf(part: object): { readonly meta?: ProviderMeta } {
  const meta = "providerMetadata" in part ? part.providerMetadata : undefined;
  return typeof meta === "object" && meta !== null ? { meta: meta as ProviderMeta } : {};
}
