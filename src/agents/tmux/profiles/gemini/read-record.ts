import { z } from "zod";
import type { JsonObject } from "#domain/json";
import type { PlanItem } from "#domain/work";
import { parseJsonLine } from "#agents/tmux/parse-json-line";
import type { TranscriptFact } from "#agents/tmux/profile";
import { describeTool } from "./describe-tool.ts";

const part = z.looseObject({ text: z.string().optional(), functionResponse: z.unknown().optional() });
const content = z.union([z.string().transform((text): z.output<typeof part>[] => [{ text }]), z.array(part)]).catch([]);
const call = z.looseObject({
  id: z.string(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()).catch({}),
  status: z.string().default("success"),
});
const tokens = z.looseObject({ input: z.number().default(0), output: z.number().default(0), thoughts: z.number().default(0) });
const message = z.looseObject({
  id: z.string(),
  type: z.enum(["user", "gemini", "info", "error", "warning"]),
  content,
  toolCalls: z.array(call).default([]),
  tokens: tokens.nullish(),
  model: z.string().default(""),
});
const change = z.looseObject({ $set: z.looseObject({ messages: z.unknown().optional() }) });

type Message = z.output<typeof message>;

/**
 * Reads Gemini CLI's record line by line. A message is written when it is complete, and again with its tools when they are done. After a
 * tool was refused the whole conversation is written once more, from its context on, under new ids: nobody said that again.
 */
export function geminiRecordReader(): (line: string) => readonly TranscriptFact[] {
  const said = new Set<string>();
  let isRepeated = false;
  return (line) => {
    const record = parseJsonLine(line);
    if (change.safeParse(record).data?.$set.messages !== undefined) isRepeated = false;
    const { data } = message.safeParse(record);
    if (data === undefined) return [];
    const text = data.content
      .map((one) => one.text ?? "")
      .join("")
      .trim();
    if (data.type === "user" && text.startsWith("<session_context>")) isRepeated = true;
    if (isRepeated) return [];
    // Gemini CLI's own words to its model.
    if (data.type === "user" && text.startsWith("System: Potential loop detected.")) return [];
    if (data.type === "user") return text === "" || data.content.some((one) => one.functionResponse !== undefined) ? [] : [{ kind: "prompt", text }];
    if (data.type === "gemini") return messageFacts(data, text, said);
    if (data.type === "error") return [{ kind: "failed", reason: text }, { kind: "over" }];
    return text === "Request cancelled." ? [{ kind: "interrupted" }, { kind: "over" }] : [];
  };
}

function messageFacts({ id, toolCalls, tokens: used, model }: Message, text: string, said: Set<string>): readonly TranscriptFact[] {
  const isNew = text !== "" && !said.has(id);
  if (isNew) said.add(id);
  return [
    ...(isNew ? [{ kind: "text" as const, message: id, text }] : []),
    ...toolCalls.flatMap(callFacts),
    ...(used === undefined || used === null
      ? []
      : [{ kind: "usage" as const, message: id, usage: { model, inputTokens: used.input, outputTokens: used.output + used.thoughts } }]),
  ];
}

function callFacts({ id, name, args, status }: z.output<typeof call>): readonly TranscriptFact[] {
  const plan = name === "write_todos" ? planOf(args) : undefined;
  if (plan !== undefined) return [{ kind: "plan", plan }];
  return [
    { kind: "step", step: { id, ...describeTool(name, args as JsonObject), state: "running" } },
    { kind: "result", id, isError: status !== "success", refused: status === "cancelled", text: "" },
  ];
}

const todos = z.looseObject({ todos: z.array(z.looseObject({ description: z.string(), status: z.string() })) });
const states: Readonly<Record<string, PlanItem["state"]>> = { pending: "pending", in_progress: "in_progress", completed: "done" };

function planOf(args: unknown): readonly PlanItem[] | undefined {
  const { data } = todos.safeParse(args);
  return data?.todos
    .filter(({ status }) => status !== "cancelled")
    .map(({ description, status }) => ({ text: description, state: states[status] ?? "pending" }));
}
