import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { completionChunks, completionsRequest, conversationFrom } from "./completions.ts";
import { conversationAmong, googleAnswer, googleRequest } from "./google.ts";
import { conversationIn, messageEvents, messagesRequest, wholeMessage } from "./messages.ts";
import { conversationOf, groupOf, responseEvents, responsesRequest } from "./responses.ts";
import { nextLine, type Conversation, type Said, type Scripts } from "./script.ts";

/** What was asked and what the script said to it. */
export interface Exchange extends Conversation {
  readonly said: Said;
}

export interface ModelOptions {
  /** Where it listens; loopback unless a container has to reach it. */
  readonly host?: string;
  /** The answer is held back until this is done: a look at the client while it certainly runs. */
  readonly before?: (said: Said) => Promise<void>;
  /** Refuses the request of that number, counted from 1, with this status. `cut`: closes the connection in the middle of the answer. */
  readonly fails?: (request: number) => number | "cut" | undefined;
}

/** A model that follows a script, on loopback: real command-line agents take it for theirs. Every request carries its whole conversation, so nothing is kept here. */
export class ModelServer implements AsyncDisposable {
  readonly exchanges: Exchange[] = [];
  /** Requests that no part of this server knows. */
  readonly unknown: string[] = [];
  readonly #server: Server;
  readonly #scripts: Scripts;
  readonly #before: ModelOptions["before"];
  readonly #fails: ModelOptions["fails"];
  /** The headers of every request that asked for words. */
  readonly headers: IncomingMessage["headers"][] = [];
  #count = 0;

  static async start(scripts: Scripts, options: ModelOptions = {}): Promise<ModelServer> {
    const model = new ModelServer(scripts, options);
    await new Promise<void>((resolve) => model.#server.listen(0, options.host ?? "127.0.0.1", resolve));
    return model;
  }

  private constructor(scripts: Scripts, { before, fails }: ModelOptions) {
    this.#scripts = scripts;
    this.#before = before;
    this.#fails = fails;
    this.#server = createServer((incoming, outgoing) => {
      this.#answer(incoming, outgoing).catch((cause: unknown) => outgoing.writeHead(400).end(String(cause)));
    });
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the model server is not listening");
    return `http://${address.address}:${address.port}`;
  }

  /** The tools that scripts had called, in order. */
  get called(): readonly string[] {
    return this.exchanges.flatMap(({ said }) => ("tool" in said ? [said.tool] : []));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? "/", "http://model").pathname;
    const body = await text(incoming);
    const id = String(++this.#count);
    this.headers.push(incoming.headers);
    const failure = this.#fails?.(this.#count);
    if (failure === "cut") return cutOff(outgoing);
    if (failure !== undefined) {
      outgoing.writeHead(failure, { "content-type": "application/json" }).end(JSON.stringify({ error: { message: `scripted ${failure}`, type: "api_error" } }));
      return;
    }
    if (path.endsWith("/messages/count_tokens")) return send(outgoing, { input_tokens: 10 });
    if (path.endsWith("/messages")) {
      const request = messagesRequest.parse(JSON.parse(body));
      const said = await this.#say(conversationIn(request));
      return request.stream ? stream(outgoing, messageEvents(said, request.model, id)) : send(outgoing, wholeMessage(said, request.model, id));
    }
    if (path.endsWith("/chat/completions")) {
      const request = completionsRequest.parse(JSON.parse(body));
      const said = await this.#say(conversationFrom(request));
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      for (const chunk of completionChunks(said, request.model, id)) outgoing.write(`data: ${JSON.stringify(chunk)}\n\n`);
      outgoing.end("data: [DONE]\n\n");
      return;
    }
    if (path.endsWith("/responses")) {
      const request = responsesRequest.parse(JSON.parse(body));
      const said = await this.#say(conversationOf(request));
      return stream(outgoing, responseEvents(said, { model: request.model, id, group: "tool" in said ? groupOf(request, said.tool) : undefined }));
    }
    if (path.endsWith(":countTokens")) return send(outgoing, { totalTokens: 10 });
    if (/:(stream)?generateContent$/i.test(path)) {
      const request = googleRequest.parse(JSON.parse(body));
      const answer = googleAnswer(await this.#say(conversationAmong(request)), request);
      if (path.endsWith(":generateContent")) return send(outgoing, answer);
      outgoing.writeHead(200, { "content-type": "text/event-stream" }).end(`data: ${JSON.stringify(answer)}\r\n\r\n`);
      return;
    }
    this.unknown.push(`${incoming.method} ${path}`);
    if (path.endsWith("/models")) return send(outgoing, { object: "list", data: [], models: [] });
    outgoing.writeHead(404).end();
  }

  async #say(conversation: Conversation): Promise<Said> {
    const said = nextLine(this.#scripts, conversation);
    this.exchanges.push({ ...conversation, said });
    await this.#before?.(said);
    return said;
  }
}

function cutOff(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  outgoing.write(": the rest never comes\n\n", () => outgoing.destroy());
}

function send(outgoing: ServerResponse, body: object): void {
  outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function stream(outgoing: ServerResponse, events: Iterable<{ readonly type: string }>): void {
  outgoing.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) outgoing.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  outgoing.end();
}
