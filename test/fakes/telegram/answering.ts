import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { Fault } from "./faults.ts";
import { Faults } from "./faults.ts";
import { methods, type Upload, type World } from "./methods.ts";
import { bodyOf, payloadOf, refusalOf, refused, send, type Answer } from "./requests.ts";
import { Refusal } from "./state.ts";
import type { Updates } from "./updates.ts";

export interface Call {
  readonly method: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface AnsweringOptions {
  readonly token: string;
  readonly world: World;
  readonly updates: Updates;
  readonly changed: () => void;
  /** Cuts every connection. */
  readonly cut: () => void;
}

/** What the Bot API does with a request, unless a fault comes in between. */
export class Answering {
  /** Every call that arrived, in order, whatever became of it. */
  readonly calls: Call[] = [];
  readonly #token: string;
  readonly #world: World;
  readonly #updates: Updates;
  readonly #changed: () => void;
  readonly #cut: () => void;
  readonly #faults = new Faults();
  #withheld = 0;

  constructor({ token, world, updates, changed, cut }: AnsweringOptions) {
    this.#token = token;
    this.#world = world;
    this.#updates = updates;
    this.#changed = changed;
    this.#cut = cut;
  }

  fault(fault: Fault): void {
    this.#faults.add(fault);
  }
  /** The next download is refused. */
  withholdFile(): void {
    this.#withheld += 1;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await bodyOf(request);
      const path = request.url ?? "";
      if (path.startsWith("/file/")) return this.#serveFile(path, response);
      const [, token, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
      if (token !== this.#token) return send(response, 401, { ok: false, error_code: 401, description: "Unauthorized" });
      const { payload, upload } = payloadOf(request, body);
      this.calls.push({ method, payload });
      this.#changed();
      await this.#answer(method, payload, upload, response);
    } catch {
      // The client went away while it sent.
      response.destroy();
    } finally {
      this.#changed();
    }
  }

  async #answer(method: string, payload: Call["payload"], upload: Upload | undefined, response: ServerResponse): Promise<void> {
    const fault = this.#faults.take(method, payload);
    const kind = fault?.kind;
    if (kind === "cut-before") return this.#cut();
    if (kind === "drop-before") return void response.destroy();
    if (kind === "hang-before") return;
    const refusal = refusalOf(fault);
    const answer = refusal === undefined ? await this.#do(method, payload, upload, response) : refused(refusal);
    if (answer === undefined) return;
    if (kind === "hang-after") return;
    if (kind === "drop-after") return void response.destroy();
    if (kind === "cut-after") return this.#cut();
    if (kind === "garbage") {
      response.end("<html>Bad Gateway</html>");
      response.once("finish", () => setImmediate(() => this.#cut()));
      return;
    }
    send(response, answer.ok ? 200 : answer.error_code, answer);
  }

  async #do(method: string, payload: Call["payload"], upload: Upload | undefined, response: ServerResponse): Promise<Answer | undefined> {
    try {
      if (method === "getUpdates") return await this.#poll(payload, response);
      const run = methods[method];
      if (run === undefined) throw new Refusal(404, "Not Found: method not found");
      return { ok: true, result: run(this.#world, payload, upload) };
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      if (error instanceof z.ZodError) return refused(new Refusal(400, `Bad Request: ${error.issues[0]?.path.join(".")} is wrong`));
      throw error;
    }
  }

  async #poll(payload: Call["payload"], response: ServerResponse): Promise<Answer | undefined> {
    if (this.#world.webhook !== "")
      throw new Refusal(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first");
    const { offset, limit, timeout, allowed_updates: allowed } = pollPayload.parse(payload);
    const poll = this.#updates.poll({
      ...(offset === undefined ? {} : { offset }),
      ...(limit === undefined ? {} : { limit }),
      ...(timeout === undefined ? {} : { timeout }),
      ...(allowed === undefined ? {} : { allowed }),
    });
    this.#changed();
    let isGone = false;
    response.once("close", () => {
      isGone = true;
      poll.leave();
    });
    const answer = await poll.answer;
    if (isGone) return undefined;
    if (answer === "conflict") throw new Refusal(409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running");
    return { ok: true, result: answer };
  }

  #serveFile(path: string, response: ServerResponse): void {
    const found = [...this.#world.files.values()].find((file) => path === `/file/bot${this.#token}/${file.path}`);
    if (found === undefined || this.#withheld > 0) {
      this.#withheld = Math.max(0, this.#withheld - 1);
      return send(response, 404, { ok: false, error_code: 404, description: "Not Found" });
    }
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": found.content.length }).end(found.content);
  }
}

const pollPayload = z.object({
  offset: z.number().optional(),
  limit: z.number().optional(),
  timeout: z.number().optional(),
  allowed_updates: z.array(z.string()).optional(),
});
