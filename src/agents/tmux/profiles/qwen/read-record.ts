import { z } from "zod";
import type { JsonObject } from "#domain/json";
import type { PlanItem } from "#domain/work";
import { parseJsonLine } from "#agents/tmux/parse-json-line";
import type { TranscriptFact } from "#agents/tmux/profile";
import { describeTool } from "#agents/tmux/profiles/gemini/describe-tool";

const call = z.looseObject({ id: z.string().default(""), name: z.string(), args: z.record(z.string(), z.unknown()).catch({}) });
const part = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: call.optional(),
  functionResponse: z.looseObject({ id: z.string().default("") }).optional(),
});
const used = z.looseObject({
  promptTokenCount: z.number().default(0),
  candidatesTokenCount: z.number().default(0),
  thoughtsTokenCount: z.number().default(0),
});
const record = z.looseObject({
  uuid: z.string(),
  type: z.string(),
  subtype: z.string().optional(),
  provenance: z.string().optional(),
  model: z.string().default(""),
  message: z.looseObject({ parts: z.array(part).default([]) }).optional(),
  usageMetadata: used.optional(),
  toolCallResult: z.looseObject({ status: z.string().default("success"), executionStatus: z.string().optional() }).optional(),
});

type Line = z.output<typeof record>;

/** Reads Qwen Code's record line by line: words that were typed while it works join the turn of the prompt before them. */
export function qwenRecordReader(): (line: string) => readonly TranscriptFact[] {
  let turn = "";
  return (line) => {
    const { data } = record.safeParse(parseJsonLine(line));
    if (data === undefined) return [];
    if (data.type === "assistant") return assistantFacts(data);
    if (data.type === "tool_result") return resultFacts(data);
    if (data.type !== "user" || (data.provenance ?? "real_user") !== "real_user") return [];
    if (data.subtype !== "mid_turn_user_message") turn = data.uuid;
    const text = textIn(data);
    return text === "" ? [] : [{ kind: "prompt", text, turn }];
  };
}

function textIn({ message }: Line): string {
  return (message?.parts ?? [])
    .map((one) => (one.thought === true ? "" : (one.text ?? "")))
    .join("")
    .trim();
}

function assistantFacts(found: Line): readonly TranscriptFact[] {
  const text = textIn(found);
  const { uuid, model, usageMetadata: usage, message } = found;
  return [
    ...(text === "" ? [] : [{ kind: "text" as const, message: uuid, text }]),
    ...(message?.parts ?? []).flatMap(({ functionCall }) => (functionCall === undefined ? [] : callFacts(functionCall))),
    ...(usage === undefined
      ? []
      : [
          {
            kind: "usage" as const,
            message: uuid,
            usage: { model, inputTokens: usage.promptTokenCount, outputTokens: usage.candidatesTokenCount + usage.thoughtsTokenCount },
          },
        ]),
  ];
}

function callFacts({ id, name, args }: z.output<typeof call>): readonly TranscriptFact[] {
  const plan = name === "todo_write" ? planOf(args) : undefined;
  if (plan !== undefined) return [{ kind: "plan", plan }];
  return [{ kind: "step", step: { id, ...describeTool(name, args as JsonObject), state: "running" } }];
}

/** A call that somebody refused at the terminal ends the turn without a word. */
function resultFacts({ message, toolCallResult }: Line): readonly TranscriptFact[] {
  const status = toolCallResult?.status ?? "success";
  const isRefused = status === "cancelled" && toolCallResult?.executionStatus === "not_started";
  const results = (message?.parts ?? []).flatMap(({ functionResponse }): readonly TranscriptFact[] =>
    functionResponse === undefined ? [] : [{ kind: "result", id: functionResponse.id, isError: status !== "success", refused: isRefused, text: "" }],
  );
  return isRefused ? [...results, { kind: "interrupted" }] : results;
}

const todos = z.looseObject({ todos: z.array(z.looseObject({ content: z.string(), status: z.string() })) });
const states: Readonly<Record<string, PlanItem["state"]>> = { pending: "pending", in_progress: "in_progress", completed: "done" };

function planOf(args: unknown): readonly PlanItem[] | undefined {
  return todos.safeParse(args).data?.todos.map(({ content, status }) => ({ text: content, state: states[status] ?? "pending" }));
}
