import { z } from "zod";
import type { JsonObject } from "#domain/json";
import { parseJsonLine } from "#agents/tmux/parse-json-line";
import type { TranscriptFact } from "#agents/tmux/profile";
import { describeTool } from "./describe-tool.ts";

const line = z.looseObject({ type: z.string(), data: z.looseObject({}).default({}), agentId: z.string().nullish() });
const said = z.looseObject({ content: z.string() });
const message = z.looseObject({ messageId: z.string(), content: z.string().default(""), toolRequests: z.array(z.unknown()).default([]) });
const started = z.looseObject({ toolCallId: z.string(), toolName: z.string(), arguments: z.record(z.string(), z.unknown()).catch({}) });
const completed = z.looseObject({
  toolCallId: z.string(),
  success: z.boolean(),
  error: z.looseObject({ message: z.string().default(""), code: z.string().optional() }).optional(),
  result: z.looseObject({ content: z.string().default("") }).optional(),
});
const used = z.looseObject({
  usage: z.looseObject({ model: z.string(), inputTokens: z.number(), outputTokens: z.number(), apiCallId: z.string().default("") }),
});
const failed = z.looseObject({ message: z.string() });

/** What one line of Copilot's events.jsonl says. Lines of its subagents name their agent. */
export function readCopilotRecord(text: string): readonly TranscriptFact[] {
  const parsed = line.safeParse(parseJsonLine(text));
  if (!parsed.success || (parsed.data.agentId ?? undefined) !== undefined) return [];
  const { type, data } = parsed.data;
  switch (type) {
    case "user.message": {
      const found = said.safeParse(data).data;
      return found === undefined ? [] : [{ kind: "prompt", text: found.content }];
    }
    case "assistant.message":
      return messageFacts(data);
    case "tool.execution_start": {
      const found = started.safeParse(data).data;
      if (found === undefined) return [];
      return [{ kind: "step", step: { id: found.toolCallId, ...describeTool(found.toolName, found.arguments as JsonObject), state: "running" } }];
    }
    case "tool.execution_complete":
      return resultFacts(data);
    case "session.usage_record": {
      const found = used.safeParse(data).data?.usage;
      if (found === undefined) return [];
      return [{ kind: "usage", message: found.apiCallId, usage: { model: found.model, inputTokens: found.inputTokens, outputTokens: found.outputTokens } }];
    }
    case "abort":
      return [{ kind: "interrupted" }, { kind: "over" }];
    case "session.error": {
      const found = failed.safeParse(data).data;
      return [{ kind: "failed", reason: found?.message ?? "Copilot reported an error" }, { kind: "over" }];
    }
    default:
      return [];
  }
}

/** A message that asks for no tools is the last of its turn. */
function messageFacts(data: unknown): readonly TranscriptFact[] {
  const found = message.safeParse(data).data;
  if (found === undefined) return [];
  const words: readonly TranscriptFact[] = found.content.trim() === "" ? [] : [{ kind: "text", message: found.messageId, text: found.content }];
  return found.toolRequests.length > 0 ? words : [...words, { kind: "over" }];
}

function resultFacts(data: unknown): readonly TranscriptFact[] {
  const found = completed.safeParse(data).data;
  if (found === undefined) return [];
  const refused = found.error?.code === "rejected" || found.error?.code === "denied";
  return [{ kind: "result", id: found.toolCallId, isError: !found.success, refused, text: found.error?.message ?? found.result?.content ?? "" }];
}
