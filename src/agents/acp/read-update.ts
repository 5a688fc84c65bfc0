import { z } from "zod";
import type { PlanItem } from "#domain/work";
import { defined } from "#lib/defined";
import { toolCallSchema, type ToolCallPart } from "./tool-call.ts";

/** What an agent tells while it works. */
export type AcpUpdate =
  | { readonly kind: "text"; readonly text: string; readonly message?: string }
  | { readonly kind: "picture"; readonly data: string; readonly mime: string }
  | { readonly kind: "thought"; readonly text: string }
  | { readonly kind: "tool"; readonly call: ToolCallPart }
  | { readonly kind: "plan"; readonly plan: readonly PlanItem[] }
  /** Of the whole session: tokens in the model's context, and what it has cost. */
  | { readonly kind: "usage"; readonly used: number; readonly size: number; readonly cost?: number; readonly model?: string }
  | { readonly kind: "compacting" };

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  data: z.string().optional(),
  mimeType: z.string().optional(),
  uri: z.string().optional(),
  name: z.string().optional(),
});
const chunk = z.looseObject({ content: block, messageId: z.string().nullish() });
const plan = z.looseObject({ entries: z.array(z.looseObject({ content: z.string(), status: z.string() })) });
const usage = z.looseObject({
  used: z.number(),
  size: z.number(),
  cost: z.looseObject({ amount: z.number(), currency: z.string() }).nullish().catch(undefined),
  _meta: z.looseObject({ "_claude/model": z.string().optional() }).nullish().catch(undefined),
});
const compaction = z.looseObject({ status: z.string() });

export const updateParams = z.looseObject({ sessionId: z.string(), update: z.looseObject({ sessionUpdate: z.string() }) });

/** Undefined for what nobody waits for, and for kinds of a later version of the protocol. */
export function readUpdate(update: z.output<typeof updateParams>["update"]): AcpUpdate | undefined {
  switch (update.sessionUpdate) {
    case "agent_message_chunk":
      return messageOf(update);
    case "agent_thought_chunk": {
      const { data } = chunk.safeParse(update);
      return data?.content.text === undefined ? undefined : { kind: "thought", text: data.content.text };
    }
    case "tool_call":
    case "tool_call_update": {
      const { data } = toolCallSchema.safeParse(update);
      return data === undefined ? undefined : { kind: "tool", call: data };
    }
    case "plan": {
      const { data } = plan.safeParse(update);
      return data === undefined ? undefined : { kind: "plan", plan: data.entries.map(({ content, status }) => ({ text: content, state: planState(status) })) };
    }
    case "usage_update":
      return usageOf(update);
    case "compaction_update": {
      const { data } = compaction.safeParse(update);
      return data?.status === "in_progress" ? { kind: "compacting" } : undefined;
    }
    default:
      return undefined;
  }
}

function messageOf(update: unknown): AcpUpdate | undefined {
  const { data } = chunk.safeParse(update);
  if (data === undefined) return undefined;
  const { type, text, data: bytes, mimeType, uri, name } = data.content;
  if (type === "image" && bytes !== undefined && mimeType !== undefined) return { kind: "picture", data: bytes, mime: mimeType };
  const message = defined({ message: data.messageId ?? undefined });
  if (type === "text" && text !== undefined && text !== "") return { kind: "text", text, ...message };
  if (type === "resource_link" && uri !== undefined) return { kind: "text", text: `[${name ?? uri}](${uri})`, ...message };
  return undefined;
}

function usageOf(update: unknown): AcpUpdate | undefined {
  const { data } = usage.safeParse(update);
  if (data === undefined) return undefined;
  const cost = data.cost?.currency === "USD" ? data.cost.amount : undefined;
  return { kind: "usage", used: data.used, size: data.size, ...defined({ cost, model: data._meta?.["_claude/model"] }) };
}

function planState(status: string): PlanItem["state"] {
  if (status === "completed") return "done";
  return status === "in_progress" ? "in_progress" : "pending";
}

const tokens = z.looseObject({
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
  cachedReadTokens: z.number().nullish(),
  cachedWriteTokens: z.number().nullish(),
});
const quota = z.looseObject({
  quota: z.looseObject({
    token_count: z.looseObject({ input_tokens: z.number(), output_tokens: z.number() }).nullish().catch(undefined),
    model_usage: z.array(z.looseObject({ model: z.string() })).catch([]),
  }),
});
const promptResult = z.looseObject({ stopReason: z.string(), usage: tokens.nullish().catch(undefined), _meta: quota.nullish().catch(undefined) });

export interface PromptResult {
  readonly stopReason: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly model?: string;
}

/** How a prompt ended. Agents report tokens in one of two places. */
export function readPromptResult(result: unknown): PromptResult {
  const { stopReason, usage: used, _meta: meta } = promptResult.parse(result);
  const counted = meta?.quota.token_count ?? undefined;
  const model = meta?.quota.model_usage[0]?.model;
  const inputTokens = used ? used.inputTokens + (used.cachedReadTokens ?? 0) + (used.cachedWriteTokens ?? 0) : (counted?.input_tokens ?? 0);
  return { stopReason, inputTokens, outputTokens: used?.outputTokens ?? counted?.output_tokens ?? 0, ...defined({ model }) };
}
