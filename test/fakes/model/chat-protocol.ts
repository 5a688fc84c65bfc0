import { z } from "zod";
import { ownWords, pieces, type Protocol, type Reply } from "./protocol.ts";

const part = z.looseObject({ type: z.string().optional(), text: z.string().optional() });
const message = z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(part)]).nullish() });
const request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(message),
  tools: z.array(z.unknown()).default([]),
});

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/** Chat completions: Qwen Code, OpenCode, Copilot. */
export const chatProtocol: Protocol = {
  path: /\/chat\/completions$/,
  counted: {},
  read: (_path, body) => {
    const { messages, tools, stream, model } = request.parse(body);
    const at = messages.findLastIndex((one) => one.role === "user" && ownWords(textOf(one)) !== "");
    const latest = messages.slice(Math.max(at, 0));
    const results = latest.filter((one) => one.role === "tool").map(textOf);
    const images = JSON.stringify(latest).split('"type":"image_url"').length - 1;
    const [first] = latest;
    return { asked: { prompt: first === undefined ? "" : ownWords(textOf(first)), results, images }, hasTools: tools.length > 0, isStreamed: stream, model };
  },
  async *stream(reply, model, id) {
    const frame = (delta: object, reason: string | null): string =>
      `data: ${JSON.stringify({ ...base(model, id), object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
    yield frame({ role: "assistant", content: "" }, null);
    for await (const content of pieces(reply)) yield frame({ content }, null);
    if (reply.call !== undefined) yield frame({ tool_calls: [{ index: 0, ...callOf(reply.call, id) }] }, null);
    yield frame({}, finish(reply));
    yield `data: ${JSON.stringify({ ...base(model, id), object: "chat.completion.chunk", choices: [], usage })}\n\n`;
    yield "data: [DONE]\n\n";
  },
  whole: (reply, model, id) => {
    const calls = reply.call === undefined ? {} : { tool_calls: [callOf(reply.call, id)] };
    const choice = { index: 0, message: { role: "assistant", content: reply.text ?? null, ...calls }, finish_reason: finish(reply) };
    return { ...base(model, id), object: "chat.completion", choices: [choice], usage };
  },
  failure: (status) => ({ error: { type: "server_error", message: `scripted ${status}` } }),
};

function textOf({ content }: z.output<typeof message>): string {
  return typeof content === "string" ? content : (content ?? []).map((one) => one.text ?? "").join("\n");
}

function base(model: string, id: string) {
  return { id: `chatcmpl-${id}`, created: 0, model };
}

function callOf({ tool, input }: NonNullable<Reply["call"]>, id: string) {
  return { id: `call_${id}`, type: "function", function: { name: tool, arguments: JSON.stringify(input) } };
}

function finish(reply: Reply): string {
  return reply.call === undefined ? "stop" : "tool_calls";
}
