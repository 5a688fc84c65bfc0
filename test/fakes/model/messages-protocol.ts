import { z } from "zod";
import { ownWords, pieces, type Protocol, type Reply } from "./protocol.ts";

const block = z.looseObject({ type: z.string(), text: z.string().optional(), content: z.unknown().optional() });
const request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(z.looseObject({ role: z.string(), content: z.union([z.string().transform((text) => [{ type: "text", text }]), z.array(block)]) })),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
});
type Block = z.output<typeof block>;

const usage = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** `messages` with blocks of content: Claude Code. */
export const messagesProtocol: Protocol = {
  path: /\/messages(\/count_tokens)?$/,
  counted: { input_tokens: 10 },
  read: (path, body) => {
    if (path.endsWith("/count_tokens")) return undefined;
    const { messages, tools, stream, model } = request.parse(body);
    const users = messages.filter(({ role }) => role === "user").map((message): readonly Block[] => message.content);
    const words = (blocks: readonly Block[]): string => ownWords(blocks.map((one) => (one.type === "text" ? (one.text ?? "") : "")).join("\n"));
    const at = users.findLastIndex((blocks) => words(blocks) !== "");
    const latest = users.slice(at).flat();
    const results = latest.filter((one) => one.type === "tool_result").map((one) => resultText(one.content));
    const images = JSON.stringify(latest).split('"type":"image"').length - 1;
    return { asked: { prompt: words(users[at] ?? []), results, images }, hasTools: tools.length > 0, isStreamed: stream, model };
  },
  async *stream(reply, model, id) {
    for await (const event of events(reply, model, id)) yield `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  },
  whole: (reply, model, id) => {
    const content = [
      ...(reply.text === undefined ? [] : [{ type: "text", text: reply.text }]),
      ...(reply.call === undefined ? [] : [{ type: "tool_use", id: `toolu_${id}`, name: reply.call.tool, input: reply.call.input }]),
    ];
    return { id: `msg_${id}`, type: "message", role: "assistant", model, content, stop_reason: stopReason(reply), stop_sequence: null, usage };
  },
  failure: (status) => ({ type: "error", error: { type: "api_error", message: `scripted ${status}` } }),
};

async function* events(reply: Reply, model: string, id: string): AsyncGenerator<{ readonly type: string; readonly [key: string]: unknown }> {
  yield {
    type: "message_start",
    message: { id: `msg_${id}`, type: "message", role: "assistant", model, content: [], stop_reason: null, stop_sequence: null, usage },
  };
  let index = 0;
  if (reply.text !== undefined) {
    yield { type: "content_block_start", index, content_block: { type: "text", text: "" } };
    for await (const text of pieces(reply)) yield { type: "content_block_delta", index, delta: { type: "text_delta", text } };
    yield { type: "content_block_stop", index: index++ };
  }
  if (reply.call !== undefined) {
    yield { type: "content_block_start", index, content_block: { type: "tool_use", id: `toolu_${id}`, name: reply.call.tool, input: {} } };
    yield { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: JSON.stringify(reply.call.input) } };
    yield { type: "content_block_stop", index };
  }
  yield { type: "message_delta", delta: { stop_reason: stopReason(reply), stop_sequence: null }, usage: { output_tokens: 5 } };
  yield { type: "message_stop" };
}

function stopReason(reply: Reply): string {
  return reply.call === undefined ? "end_turn" : "tool_use";
}

function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  return z
    .array(block)
    .catch([])
    .parse(content)
    .map((one) => one.text ?? "")
    .join("\n");
}
