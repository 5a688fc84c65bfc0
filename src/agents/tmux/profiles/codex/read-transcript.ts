import { z } from "zod";
import { parseJsonLine } from "#agents/tmux/parse-json-line";
import type { TranscriptFact } from "#agents/tmux/profile";
import { defined } from "#lib/defined";
import { describeCall, planIn } from "./describe-call.ts";

const line = z.looseObject({ type: z.string(), payload: z.looseObject({ type: z.string().optional() }) });
const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const completed = z.looseObject({
  turn_id: z.string().optional(),
  item: z.looseObject({ type: z.string(), id: z.string().default(""), content: z.array(part).default([]) }),
});
const call = z.looseObject({ call_id: z.string(), name: z.string(), arguments: z.string().optional(), input: z.string().optional() });
const output = z.looseObject({ call_id: z.string(), output: z.unknown() });
const ended = z.looseObject({ error: z.looseObject({ message: z.string() }).nullish() });
const tokens = z.looseObject({ response_id: z.string(), usage: z.looseObject({ input_tokens: z.number(), output_tokens: z.number() }) });

/** What one line of Codex's rollout file says. Its hidden thread for titles has a file of its own. */
export function readCodexRecord(text: string): readonly TranscriptFact[] {
  const parsed = line.safeParse(parseJsonLine(text));
  if (!parsed.success) return [];
  const { type, payload } = parsed.data;
  if (type === "response_item") return itemFacts(payload);
  if (type === "token_usage_record") return usageFacts(payload);
  return type === "event_msg" ? eventFacts(payload) : [];
}

function eventFacts(payload: z.output<typeof line>["payload"]): readonly TranscriptFact[] {
  switch (payload.type) {
    case "item_completed":
      return messageFacts(payload);
    case "turn_aborted":
      return [{ kind: "interrupted" }, { kind: "over" }];
    case "task_complete": {
      const error = ended.safeParse(payload).data?.error;
      return [...(error === undefined || error === null ? [] : [{ kind: "failed" as const, reason: error.message }]), { kind: "over" }];
    }
    default:
      return [];
  }
}

function messageFacts(payload: unknown): readonly TranscriptFact[] {
  const parsed = completed.safeParse(payload);
  if (!parsed.success) return [];
  const { item, turn_id: turn } = parsed.data;
  const text = item.content.map((one) => one.text ?? "").join("");
  if (text.trim() === "") return [];
  if (item.type === "UserMessage") return [{ kind: "prompt", text, ...defined({ turn }) }];
  return item.type === "AgentMessage" ? [{ kind: "text", message: item.id, text }] : [];
}

function itemFacts(payload: z.output<typeof line>["payload"]): readonly TranscriptFact[] {
  if (payload.type === "function_call" || payload.type === "custom_tool_call") {
    const parsed = call.safeParse(payload);
    if (!parsed.success) return [];
    const { call_id: id, name, arguments: args, input } = parsed.data;
    const plan = planIn(name, args ?? "");
    if (plan !== undefined) return [{ kind: "plan", plan }];
    return [{ kind: "step", step: { id, ...describeCall(name, args ?? input ?? ""), state: "running" } }];
  }
  if (payload.type !== "function_call_output" && payload.type !== "custom_tool_call_output") return [];
  const parsed = output.safeParse(payload);
  if (!parsed.success) return [];
  const text = typeof parsed.data.output === "string" ? parsed.data.output : JSON.stringify(parsed.data.output);
  const refused = /rejected by user|Rejected\(/i.test(text);
  const isError = refused || /^\w+ failed|(Process exited with|Exit) code:? [1-9]/m.test(text);
  return [{ kind: "result", id: parsed.data.call_id, isError, refused, text }];
}

/** The model is not named here: the hooks name it. */
function usageFacts(payload: unknown): readonly TranscriptFact[] {
  const parsed = tokens.safeParse(payload);
  if (!parsed.success) return [];
  const { response_id: message, usage } = parsed.data;
  return [{ kind: "usage", message, usage: { model: "", inputTokens: usage.input_tokens, outputTokens: usage.output_tokens } }];
}
