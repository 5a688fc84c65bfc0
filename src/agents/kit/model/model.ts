import type { JsonObject } from "#domain/json";

/** One call of a model. Its messages are plain JSON, so that a conversation can be stored and continued. */
export interface Model {
  readonly name: string;
  /** One request, tried again while the error may pass. Rejects with ModelFailed, or with the signal's reason once it aborts. */
  step(request: ModelRequest, on: ModelListener, signal: AbortSignal): Promise<ModelStep>;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly maxOutputTokens?: number;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly schema: JsonObject;
}

export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly parts: readonly AssistantPart[] }
  | { readonly role: "tool"; readonly results: readonly ToolReturn[] };

/** `meta` is the provider's own and goes back to it unread: signatures of thoughts and calls. */
export type AssistantPart =
  | { readonly kind: "text" | "reasoning"; readonly text: string; readonly meta?: ProviderMeta }
  | ({ readonly kind: "call"; readonly meta?: ProviderMeta } & ToolCall);

export type ProviderMeta = Readonly<Record<string, JsonObject>>;

/** `input` is JSON as the model wrote it: not checked, and possibly not JSON. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

export interface ToolReturn {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface ModelStep {
  readonly parts: readonly AssistantPart[];
  readonly usage: ModelUsage;
  /** `length`: it was cut off by the limit of output tokens. */
  readonly stopped: "done" | "calls" | "length" | "filtered";
}

export interface ModelListener {
  text?(delta: string): void;
  /** An attempt failed and another follows. What it had said so far will be said again. */
  retrying?(again: { readonly attempt: number; readonly attempts: number; readonly waitMs: number; readonly reason: string }): void;
}

export function textOf(parts: readonly AssistantPart[]): string {
  return parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

export function callsOf(parts: readonly AssistantPart[]): readonly ToolCall[] {
  return parts.flatMap((part) => (part.kind === "call" ? [{ id: part.id, name: part.name, input: part.input }] : []));
}
