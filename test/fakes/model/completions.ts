import { z } from "zod";
import type { Conversation, Said } from "./script.ts";

// The protocol with `choices` and their deltas, streamed: what most servers that call themselves compatible speak.

const content = z.union([z.string(), z.null(), z.array(z.looseObject({ text: z.string().optional() }))]).optional();

export const completionsRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(z.looseObject({ role: z.string(), content })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
});

export function conversationFrom({ messages, tools }: z.output<typeof completionsRequest>): Conversation {
  const words = (value: z.output<typeof content>): string =>
    typeof value === "string" ? value : Array.isArray(value) ? value.map((one) => one.text ?? "").join("\n") : "";
  return {
    asked: messages
      .filter((one) => one.role === "user")
      .map((one) => words(one.content))
      .join("\n"),
    results: messages.filter((one) => one.role === "tool").map((one) => words(one.content)),
    tools: tools.map((one) => one.function.name),
  };
}

/** The chunks of one answer, in order; words come in pieces, and so do a call's arguments. */
export function* completionChunks(said: Said, model: string, id: string): Generator<object> {
  const chunk = (delta: object, finish: string | null = null): object => ({
    id: `chatcmpl-${id}`,
    object: "chat.completion.chunk",
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  yield chunk({ role: "assistant", content: "" });
  if ("text" in said) for (const piece of said.text.match(/[\s\S]{1,20}/g) ?? []) yield chunk({ content: piece });
  else {
    const call = (fields: object): object => chunk({ tool_calls: [{ index: 0, ...fields }] });
    yield call({ id: `call_${id}`, type: "function", function: { name: said.tool, arguments: "" } });
    for (const piece of JSON.stringify(said.args).match(/[\s\S]{1,2000}/g) ?? []) yield call({ function: { arguments: piece } });
  }
  yield chunk({}, "text" in said ? "stop" : "tool_calls");
  yield {
    id: `chatcmpl-${id}`,
    object: "chat.completion.chunk",
    created: 0,
    model,
    choices: [],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
}
