import { z } from "zod";
import { ownWords, pieces, type Protocol, type Reply } from "./protocol.ts";

const part = z.looseObject({ type: z.string().optional(), text: z.string().optional() });
const item = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content: z.union([z.string(), z.array(part)]).optional(),
  output: z.unknown().optional(),
});
const request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  input: z.union([z.string().transform((text) => [{ role: "user", content: text }]), z.array(item)]),
  tools: z.array(z.unknown()).default([]),
});
type Item = z.output<typeof item>;

const usage = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 15,
};

/** `input` items and a stream of response events: Codex. */
export const responsesProtocol: Protocol = {
  path: /\/responses$/,
  counted: {},
  read: (_path, body) => {
    const { input, tools, stream, model } = request.parse(body);
    const items: readonly Item[] = input;
    const at = items.findLastIndex((one) => one.role === "user" && words(one) !== "");
    const latest = items.slice(at);
    const results = latest.filter((one) => one.type?.endsWith("_output") === true).map((one) => textOf(one.output));
    const images = JSON.stringify(latest).split('"type":"input_image"').length - 1;
    const [first] = latest;
    return { asked: { prompt: first === undefined ? "" : words(first), results, images }, hasTools: tools.length > 0, isStreamed: stream, model };
  },
  async *stream(reply, model, id) {
    let sequence = 0;
    for await (const event of events(reply, model, id)) yield `event: ${event.type}\ndata: ${JSON.stringify({ sequence_number: sequence++, ...event })}\n\n`;
  },
  whole: (reply, model, id) => ({ ...base(model, id), status: "completed", output: outputOf(reply, id), usage }),
  failure: (status) => ({ error: { type: "server_error", message: `scripted ${status}` } }),
};

function words({ content }: Item): string {
  return ownWords(typeof content === "string" ? content : (content ?? []).map((one) => one.text ?? "").join("\n"));
}

function textOf(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output ?? "");
}

function base(model: string, id: string) {
  return { id: `resp_${id}`, object: "response", created_at: 0, model };
}

function outputOf({ text, call }: Reply, id: string): readonly { readonly type: string; readonly [key: string]: unknown }[] {
  const message = { type: "message", id: `msg_${id}`, role: "assistant", status: "completed", content: [{ type: "output_text", text, annotations: [] }] };
  const called = {
    type: "function_call",
    id: `fc_${id}`,
    call_id: `call_${id}`,
    name: call?.tool,
    arguments: JSON.stringify(call?.input),
    status: "completed",
  };
  return [...(text === undefined ? [] : [message]), ...(call === undefined ? [] : [called])];
}

async function* events(reply: Reply, model: string, id: string): AsyncGenerator<{ readonly type: string; readonly [key: string]: unknown }> {
  yield { type: "response.created", response: { ...base(model, id), status: "in_progress", output: [] } };
  const output = outputOf(reply, id);
  for (const [index, one] of output.entries()) {
    const begun = one.type === "message" ? { ...one, status: "in_progress", content: [] } : { ...one, status: "in_progress", arguments: "" };
    yield { type: "response.output_item.added", output_index: index, item: begun };
    const place = { item_id: one["id"], output_index: index };
    if (one.type === "message") {
      yield { type: "response.content_part.added", ...place, content_index: 0, part: { type: "output_text", text: "", annotations: [] } };
      for await (const delta of pieces(reply)) yield { type: "response.output_text.delta", ...place, content_index: 0, delta };
      yield { type: "response.output_text.done", ...place, content_index: 0, text: reply.text };
    } else yield { type: "response.function_call_arguments.done", ...place, arguments: one["arguments"] };
    yield { type: "response.output_item.done", output_index: index, item: one };
  }
  yield { type: "response.completed", response: { ...base(model, id), status: "completed", output, usage } };
}
