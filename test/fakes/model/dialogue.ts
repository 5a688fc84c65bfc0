import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text as bodyOf } from "node:stream/consumers";
import { chatProtocol } from "./chat-protocol.ts";
import { googleProtocol } from "./google-protocol.ts";
import { messagesProtocol } from "./messages-protocol.ts";
import type { Asked, Protocol, Reply } from "./protocol.ts";
import { responsesProtocol } from "./responses-protocol.ts";

const protocols: readonly Protocol[] = [messagesProtocol, responsesProtocol, chatProtocol, googleProtocol];

/** A model for dialogues of many turns, over each protocol that a CLI speaks: what it says depends on the latest prompt alone. */
export class DialogueModel implements AsyncDisposable {
  /** Prompts in the order in which the model saw them, each once. */
  readonly prompts: string[] = [];
  /** Every request that had tools. */
  readonly asked: Asked[] = [];
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
    const protocol = protocols.find((one) => one.path.test(path));
    if (protocol === undefined) return json(outgoing, path.endsWith("/models") ? 200 : 404, { object: "list", data: [], models: [] });
    const request = protocol.read(path, JSON.parse(body));
    if (request === undefined) return json(outgoing, 200, protocol.counted);
    const reply = request.hasTools ? this.#reply(request.asked) : { text: request.sideAnswer ?? "Nothing to say." };
    if (reply.status !== undefined) return json(outgoing, reply.status, protocol.failure(reply.status));
    const id = `${Date.now()}${++this.#count}`;
    if (!request.isStreamed) return json(outgoing, 200, protocol.whole(reply, request.model, id));
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    for await (const frame of protocol.stream(reply, request.model, id)) {
      if (outgoing.destroyed) return;
      outgoing.write(frame);
    }
    outgoing.end();
  }

  #reply(asked: Asked): Reply {
    const reply = this.#answer(asked);
    this.asked.push(asked);
    if (asked.results.length === 0 && reply.status === undefined) this.prompts.push(asked.prompt);
    return reply;
  }
}

function json(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
