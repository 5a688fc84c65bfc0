import { z } from "zod";
import type { JsonObject } from "#domain/json";
import { parseJsonLine } from "#agents/tmux/parse-json-line";
import type { TranscriptFact } from "#agents/tmux/profile";
import { describeTool } from "./describe-tool.ts";

const record = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("prompt"), text: z.string() }),
  z.looseObject({ kind: z.literal("text"), message: z.string(), text: z.string() }),
  z.looseObject({ kind: z.literal("piece"), message: z.string(), index: z.number(), text: z.string() }),
  z.looseObject({
    kind: z.literal("tool"),
    id: z.string(),
    tool: z.string(),
    status: z.enum(["running", "completed", "error"]),
    input: z.record(z.string(), z.unknown()).default({}),
    output: z.string().default(""),
  }),
  z.looseObject({ kind: z.literal("plan"), todos: z.array(z.looseObject({ content: z.string(), status: z.string() })) }),
  z.looseObject({
    kind: z.literal("usage"),
    message: z.string(),
    model: z.string().default(""),
    cost: z.number().optional(),
    input: z.number(),
    output: z.number(),
  }),
  z.looseObject({ kind: z.literal("interrupted") }),
  z.looseObject({ kind: z.literal("failed"), reason: z.string() }),
  z.looseObject({ kind: z.literal("over") }),
]);

type Tool = Extract<z.output<typeof record>, { kind: "tool" }>;

/** What one line of the plugin's record says. */
export function readOpenCodeRecord(line: string): readonly TranscriptFact[] {
  const { data: found } = record.safeParse(parseJsonLine(line));
  if (found === undefined) return [];
  switch (found.kind) {
    case "tool":
      return toolFacts(found);
    case "plan":
      return [{ kind: "plan", plan: found.todos.map(({ content, status }) => ({ text: content, state: planState(status) })) }];
    case "usage": {
      const usage = { model: found.model, inputTokens: found.input, outputTokens: found.output };
      return [{ kind: "usage", message: found.message, usage }];
    }
    case "text":
      return found.text.trim() === "" ? [] : [{ kind: "text", message: found.message, text: found.text }];
    case "prompt":
      return [{ kind: "prompt", text: found.text }];
    case "piece":
      return [{ kind: "piece", message: found.message, index: found.index, text: found.text }];
    case "failed":
      return [{ kind: "failed", reason: found.reason }];
    case "interrupted":
    case "over":
      return [{ kind: found.kind }];
  }
}

function toolFacts({ id, tool, status, input, output }: Tool): readonly TranscriptFact[] {
  // Its questions and its list are shown as what they are.
  if (tool === "todowrite" || tool === "question") return [];
  const step = { id, ...describeTool(tool, input as JsonObject), state: "running" as const };
  if (status === "running") return [{ kind: "step", step }];
  const refused = status === "error" && /^The user (rejected|has specified)/.test(output);
  return [{ kind: "result", id, isError: status === "error", refused, text: output }];
}

function planState(status: string): "pending" | "in_progress" | "done" {
  if (status === "completed") return "done";
  return status === "in_progress" ? "in_progress" : "pending";
}
