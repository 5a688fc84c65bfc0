import { z } from "zod";
import type { Conversation, Said } from "./script.ts";

// The protocol with `messages` and `content` blocks, streamed: what Claude Code speaks.

const block = z.looseObject({ type: z.string(), text: z.string().optional(), content: z.unknown().optional() });
const content = z.union([z.string().transform((text) => [{ type: "text", text }]), z.array(block)]);

export const messagesRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(z.looseObject({ role: z.string(), content })),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
});

type Block = z.output<typeof block>;

export function conversationIn({ messages, tools }: z.output<typeof messagesRequest>): Conversation {
  const blocks: readonly Block[] = messages.filter((one) => one.role === "user").flatMap((one) => one.content);
  return {
    asked: blocks.map((one) => one.text ?? "").join("\n"),
    results: blocks.filter((one) => one.type === "tool_result").map((one) => (typeof one.content === "string" ? one.content : textsIn(one.content))),
    tools: tools.map((one) => one.name),
  };
}

function textsIn(value: unknown): string {
  return z
    .array(block)
    .catch([])
    .parse(value)
    .map((one) => one.text ?? "")
    .join("\n");
}

/** The events of one answer, in order. */
export function* messageEvents(said: Said, model: string, id: string): Generator<{ readonly type: string; readonly [key: string]: unknown }> {
  const usage = { input_tokens: 10, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  yield {
    type: "message_start",
    message: { id: `msg_${id}`, type: "message", role: "assistant", model, content: [], stop_reason: null, stop_sequence: null, usage },
  };
  if ("text" in said) {
    yield { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
    yield { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: said.text } };
  } else {
    yield { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: `toolu_${id}`, name: said.tool, input: {} } };
    yield { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: JSON.stringify(said.args) } };
  }
  yield { type: "content_block_stop", index: 0 };
  yield { type: "message_delta", delta: { stop_reason: "text" in said ? "end_turn" : "tool_use", stop_sequence: null }, usage: { output_tokens: 5 } };
  yield { type: "message_stop" };
}

/** The same answer for a client that does not stream. */
export function wholeMessage(said: Said, model: string, id: string): object {
  const body = "text" in said ? { type: "text", text: said.text } : { type: "tool_use", id: `toolu_${id}`, name: said.tool, input: said.args };
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [body],
    stop_reason: "text" in said ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  };
}
