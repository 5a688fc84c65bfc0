import { z } from "zod";
import type { PlanItem } from "#domain/work";
import { parseJsonLine } from "#agents/tmux/parse-json-line";
import type { TranscriptFact } from "#agents/tmux/profile";
import { describeTool } from "./describe-tool.ts";

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.record(z.string(), z.unknown()).optional(),
  tool_use_id: z.string().optional(),
  is_error: z.boolean().optional(),
  content: z.unknown().optional(),
});
const content = z.union([z.string().transform((text) => [{ type: "text", text }]), z.array(block)]);
const usage = z.looseObject({
  input_tokens: z.number().default(0),
  output_tokens: z.number().default(0),
  cache_creation_input_tokens: z.number().default(0),
  cache_read_input_tokens: z.number().default(0),
});
const record = z.looseObject({
  type: z.string(),
  subtype: z.string().optional(),
  isSidechain: z.boolean().optional(),
  isMeta: z.boolean().optional(),
  isCompactSummary: z.boolean().optional(),
  origin: z.looseObject({ kind: z.string().optional() }).optional(),
  isApiErrorMessage: z.boolean().optional(),
  toolDenialKind: z.string().optional(),
  content: z.unknown().optional(),
  timestamp: z.string().optional(),
  error: z.unknown().optional(),
  retryInMs: z.number().optional(),
  retryAttempt: z.number().optional(),
  maxRetries: z.number().optional(),
  message: z.looseObject({ id: z.string().optional(), model: z.string().optional(), content, usage: usage.optional() }).optional(),
});

type Record = z.output<typeof record>;
type Block = z.output<typeof block>;

/** What one line of Claude Code's transcript says. Most kinds of record are about other things, and new ones come with every version. */
export function readClaudeRecord(line: string): readonly TranscriptFact[] {
  const parsed = record.safeParse(parseJsonLine(line));
  if (!parsed.success || parsed.data.isSidechain === true) return [];
  const found = parsed.data;
  if (found.type === "system") return systemFacts(found);
  if (found.type === "assistant" || found.type === "user") return found.type === "assistant" ? assistantFacts(found) : userFacts(found);
  return [];
}

function systemFacts(found: Record): readonly TranscriptFact[] {
  const { subtype, content: text } = found;
  if (subtype === "api_error") return [retryFact(found)];
  if (subtype === "turn_duration") return [{ kind: "over" }];
  if (subtype === "local_command" && typeof text === "string") return commandOutput(text);
  return [];
}

const apiError = z.looseObject({ status: z.number().optional(), message: z.string().optional() }).catch({});

/** The model refused, and is asked again at a moment that the record names. */
function retryFact({ error, timestamp, retryInMs = 0, retryAttempt, maxRetries }: Record): TranscriptFact {
  const { status, message = "" } = apiError.parse(error ?? {});
  const at = Date.parse(timestamp ?? "");
  const attempt = retryAttempt === undefined ? "" : `attempt ${retryAttempt}/${maxRetries ?? "?"}`;
  const what = [status === undefined ? "" : `HTTP ${status}`, message.split("\n")[0]?.slice(0, 200) ?? "", attempt].filter((part) => part !== "").join(", ");
  return { kind: "waits", status: { doing: status === 429 ? "rate_limited" : "retrying", what, ...(!Number.isNaN(at) && { until: at + retryInMs }) } };
}

function assistantFacts({ message, isApiErrorMessage }: Record): readonly TranscriptFact[] {
  if (message === undefined) return [];
  const blocks: readonly Block[] = message.content;
  if (isApiErrorMessage === true)
    return [
      {
        kind: "failed",
        reason: blocks
          .map((one) => one.text ?? "")
          .join(" ")
          .trim(),
      },
    ];
  const id = message.id ?? "";
  return [...blocks.flatMap((one) => blockFacts(one, id)), ...usageFacts(message)];
}

function blockFacts(one: Block, message: string): readonly TranscriptFact[] {
  if (one.type === "text" && one.text !== undefined && one.text.trim() !== "") return [{ kind: "text", message, text: one.text }];
  if (one.type !== "tool_use" || one.id === undefined || one.name === undefined) return [];
  const plan = one.name === "TodoWrite" ? planOf(one.input) : undefined;
  if (plan !== undefined) return [{ kind: "plan", plan }];
  return [{ kind: "step", step: { id: one.id, ...describeTool(one.name, one.input ?? {}), state: "running" } }];
}

function usageFacts({ id, model, usage: used }: NonNullable<Record["message"]>): readonly TranscriptFact[] {
  if (used === undefined || id === undefined || model === undefined || model.startsWith("<")) return [];
  const inputTokens = used.input_tokens + used.cache_creation_input_tokens + used.cache_read_input_tokens;
  return [{ kind: "usage", message: id, usage: { model, inputTokens, outputTokens: used.output_tokens } }];
}

function userFacts({ message, isMeta, isCompactSummary, origin, toolDenialKind }: Record): readonly TranscriptFact[] {
  if (message === undefined || isMeta === true || isCompactSummary === true) return [];
  const blocks: readonly Block[] = message.content;
  const results = blocks.flatMap((one): readonly TranscriptFact[] => {
    if (one.type !== "tool_result" || one.tool_use_id === undefined) return [];
    const refused = toolDenialKind === "user-rejected";
    return [{ kind: "result", id: one.tool_use_id, isError: one.is_error ?? false, refused, text: textIn(one.content) }];
  });
  if (results.length > 0) return results;
  const text = blocks.flatMap((one) => (one.type === "text" && one.text !== undefined ? [one.text] : [])).join("\n");
  if (text.startsWith("[Request interrupted by user")) return [{ kind: "interrupted" }];
  if (/^<(local-command|command-|bash-)/.test(text)) return commandOutput(text);
  const isTyped = origin?.kind === undefined || origin.kind === "human";
  return text.trim() === "" || !isTyped ? [] : [{ kind: "prompt", text }];
}

function commandOutput(text: string): readonly TranscriptFact[] {
  const output = /<local-command-stdout>([\s\S]*?)<\/local-command-stdout>/
    .exec(text)?.[1]
    ?.replaceAll(/\x1b\[[\d;?]*[A-Za-z]/g, "")
    .trim();
  return output === undefined || output === "" ? [] : [{ kind: "said", text: output }];
}

function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  return z
    .array(z.looseObject({ text: z.string().optional() }))
    .catch([])
    .parse(value)
    .map((one) => one.text ?? "")
    .join("\n");
}

const todos = z.looseObject({ todos: z.array(z.looseObject({ content: z.string(), status: z.string() })) });
const states: Readonly<globalThis.Record<string, PlanItem["state"]>> = { pending: "pending", in_progress: "in_progress", completed: "done" };

function planOf(input: unknown): readonly PlanItem[] | undefined {
  const parsed = todos.safeParse(input);
  return parsed.success ? parsed.data.todos.map((todo) => ({ text: todo.content, state: states[todo.status] ?? "pending" })) : undefined;
}
