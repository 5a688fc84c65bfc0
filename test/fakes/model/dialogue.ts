import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text as bodyOf } from "node:stream/consumers";
import { z } from "zod";
import type { JsonObject } from "#domain/json";

/** What the model does at one step of a turn. */
export interface Reply {
  readonly text?: string;
  readonly call?: { readonly tool: string; readonly input: JsonObject };
  /** Refuses the request with this status instead. */
  readonly status?: number;
  /** Sends its first words, and the rest after this. */
  readonly hold?: Promise<void>;
  /** After so many characters; at least the first piece unless it is given. */
  readonly holdAt?: number;
}

/** The prompt that the turn began with, and what its tools have returned so far. */
export interface Asked {
  readonly prompt: string;
  readonly results: readonly string[];
}

const block = z.looseObject({ type: z.string(), text: z.string().optional(), content: z.unknown().optional() });
const request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(z.looseObject({ role: z.string(), content: z.union([z.string().transform((text) => [{ type: "text", text }]), z.array(block)]) })),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
});
type Request = z.output<typeof request>;
type Event = { readonly type: string; readonly [key: string]: unknown };

/** A model for dialogues of many turns over the messages protocol: what it says depends on the latest prompt alone. */
export class DialogueModel implements AsyncDisposable {
  /** Prompts in the order in which the model saw them, each once. */
  readonly prompts: string[] = [];
  readonly #answer: (asked: Asked) => Reply;
  readonly #server: Server;
  #count = 0;

  static async start(answer: (asked: Asked) => Reply): Promise<DialogueModel> {
    const model = new DialogueModel(answer);
    await new Promise<void>((resolve) => model.#server.listen(0, "127.0.0.1", resolve));
    return model;
  }

  private constructor(answer: (asked: Asked) => Reply) {
    this.#answer = answer;
    this.#server = createServer((incoming, outgoing) => {
      this.#serve(incoming, outgoing).catch((cause: unknown) => outgoing.writeHead(400).end(String(cause)));
    });
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the model is not listening");
    return `http://127.0.0.1:${address.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? "/", "http://model").pathname;
    const body = await bodyOf(incoming);
    if (path.endsWith("/count_tokens")) return json(outgoing, 200, { input_tokens: 10 });
    if (!path.endsWith("/messages")) return json(outgoing, 404, {});
    const asked = request.parse(JSON.parse(body));
    const latest = askedIn(asked);
    // A request without tools is about something else, such as a title.
    const reply = asked.tools.length === 0 ? { text: "Nothing to say." } : this.#answer(latest);
    if (asked.tools.length > 0 && latest.results.length === 0 && reply.status === undefined) this.prompts.push(latest.prompt);
    if (reply.status !== undefined) return json(outgoing, reply.status, { type: "error", error: { type: "api_error", message: `scripted ${reply.status}` } });
    const id = `${Date.now()}${++this.#count}`;
    if (!asked.stream) return json(outgoing, 200, whole(reply, asked.model, id));
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    for await (const event of eventsOf(reply, asked.model, id)) {
      if (outgoing.destroyed) return;
      outgoing.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    outgoing.end();
  }
}

function askedIn({ messages }: Request): Asked {
  const users = messages
    .map((message) => ({ role: message.role, blocks: message.content as readonly z.output<typeof block>[] }))
    .filter(({ role }) => role === "user");
  const words = (blocks: readonly z.output<typeof block>[]): string =>
    blocks
      .map((one) => (one.type === "text" ? (one.text ?? "") : ""))
      .join("\n")
      .replaceAll(/<system-reminder>[\s\S]*?<\/system-reminder>|\[Request interrupted[^\]]*\]/g, "")
      .trim();
  const at = users.findLastIndex(({ blocks }) => words(blocks) !== "");
  const results = users.slice(at).flatMap(({ blocks }) => blocks.filter((one) => one.type === "tool_result").map((one) => resultText(one.content)));
  return { prompt: words(users[at]?.blocks ?? []), results };
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

const usage = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

async function* eventsOf(reply: Reply, model: string, id: string): AsyncGenerator<Event> {
  yield {
    type: "message_start",
    message: { id: `msg_${id}`, type: "message", role: "assistant", model, content: [], stop_reason: null, stop_sequence: null, usage },
  };
  let index = 0;
  if (reply.text !== undefined) {
    yield { type: "content_block_start", index, content_block: { type: "text", text: "" } };
    const pieces = reply.text.match(/[\s\S]{1,40}/g) ?? [""];
    let sent = 0;
    let isHeld = reply.hold !== undefined;
    for (const piece of pieces) {
      yield { type: "content_block_delta", index, delta: { type: "text_delta", text: piece } };
      sent += piece.length;
      if (!isHeld || sent < (reply.holdAt ?? 1)) continue;
      isHeld = false;
      await reply.hold;
    }
    yield { type: "content_block_stop", index: index++ };
  }
  if (reply.call !== undefined) {
    yield { type: "content_block_start", index, content_block: { type: "tool_use", id: `toolu_${id}`, name: reply.call.tool, input: {} } };
    yield { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: JSON.stringify(reply.call.input) } };
    yield { type: "content_block_stop", index };
  }
  yield { type: "message_delta", delta: { stop_reason: reply.call === undefined ? "end_turn" : "tool_use", stop_sequence: null }, usage: { output_tokens: 5 } };
  yield { type: "message_stop" };
}

function whole(reply: Reply, model: string, id: string): object {
  const content = [
    ...(reply.text === undefined ? [] : [{ type: "text", text: reply.text }]),
    ...(reply.call === undefined ? [] : [{ type: "tool_use", id: `toolu_${id}`, name: reply.call.tool, input: reply.call.input }]),
  ];
  const reason = reply.call === undefined ? "end_turn" : "tool_use";
  return { id: `msg_${id}`, type: "message", role: "assistant", model, content, stop_reason: reason, stop_sequence: null, usage };
}

function json(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
