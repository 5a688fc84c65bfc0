import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { bodyOf } from "#test/fakes/telegram/requests";
import { calls } from "./calls.ts";
import type { Given, World } from "./world.ts";
import { Faults, refusalOf, type Fault } from "./faults.ts";
import { clientConfig } from "./long-connections.ts";
import { Refusal } from "./state.ts";

export interface CallMade {
  readonly name: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface AnsweringOptions {
  readonly world: World;
  readonly secret: string;
  readonly pingSeconds: number;
  readonly port: () => number;
  readonly changed: () => void;
  /** Cuts every connection. */
  readonly cut: () => void;
}

/** What the open platform does with a request, unless a fault comes in between. */
export class Answering {
  /** Every call that arrived, in order, whatever became of it. */
  readonly calls: CallMade[] = [];
  /** The code that asking for a connection is answered with; 0 is yes. */
  endpointCode = 0;
  tokensGiven = 0;
  readonly #options: AnsweringOptions;
  readonly #faults = new Faults();
  #tickets = 0;

  constructor(options: AnsweringOptions) {
    this.#options = options;
  }

  fault(fault: Fault): void {
    this.#faults.add(fault);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const raw = await bodyOf(request);
      const { pathname, searchParams: query } = new URL(request.url ?? "", "http://x");
      const type = request.headers["content-type"] ?? "";
      const body = type.includes("json") && raw.length > 0 ? (JSON.parse(raw.toString("utf8")) as Record<string, unknown>) : {};
      if (pathname === "/open-apis/auth/v3/tenant_access_token/internal") return send(response, 200, this.#token(body));
      if (pathname === "/callback/ws/endpoint") return send(response, 200, this.#endpoint(body));
      const found = calls.find(({ method, path }) => method === request.method && path.test(pathname));
      if (found === undefined) return send(response, 404, { code: 404, msg: "404 page not found" });
      this.calls.push({ name: found.name, path: pathname, body });
      this.#options.changed();
      const fault = this.#faults.take(found.name, body);
      const run = (): Given => {
        if (request.headers.authorization !== `Bearer ${this.#currentToken}`)
          throw new Refusal(99991663, "Invalid access token for authorization.", { status: 401 });
        const refusal = refusalOf(fault);
        if (refusal !== undefined) throw refusal;
        return found.run({ world: this.#options.world, params: found.path.exec(pathname)?.slice(1) ?? [], query, body, raw, type });
      };
      this.#answer(response, fault, run);
    } catch {
      // The client went away while it sent.
      response.destroy();
    } finally {
      this.#options.changed();
    }
  }

  /** Tokens that were given before are worth nothing any more. */
  withdrawTokens(): void {
    this.tokensGiven += 1;
  }

  get #currentToken(): string {
    return `t-g1-${this.tokensGiven}`;
  }

  #answer(response: ServerResponse, fault: Fault | undefined, run: () => Given): void {
    const kind = fault?.kind;
    if (kind === "cut-before") return this.#options.cut();
    if (kind === "drop-before") return void response.destroy();
    if (kind === "hang-before") return;
    const given = attempt(run);
    if (kind === "hang-after") return;
    if (kind === "drop-after") return void response.destroy();
    if (kind === "cut-after") return this.#options.cut();
    if (kind === "garbage") {
      response.end("<html>Bad Gateway</html>");
      response.once("finish", () => setImmediate(() => this.#options.cut()));
      return;
    }
    if (given instanceof Refusal) {
      const reset = given.resetSeconds === undefined ? {} : { "x-ogw-ratelimit-limit": "50", "x-ogw-ratelimit-reset": String(given.resetSeconds) };
      return send(response, given.status, { code: given.code, msg: given.message }, reset);
    }
    if (given.content !== undefined)
      return void response.writeHead(200, { "content-type": "application/octet-stream", "content-length": given.content.length }).end(given.content);
    send(response, 200, { code: 0, msg: "success", ...(given.data === undefined ? {} : { data: given.data }), ...given.more });
  }

  #token(body: Readonly<Record<string, unknown>>): unknown {
    const { world, secret } = this.#options;
    if (body["app_id"] !== world.appId) return { code: 10003, msg: "invalid param" };
    if (body["app_secret"] !== secret) return { code: 10014, msg: "app secret invalid" };
    if (this.tokensGiven === 0) this.tokensGiven = 1;
    return { code: 0, msg: "ok", tenant_access_token: this.#currentToken, expire: 7200 };
  }

  #endpoint(body: Readonly<Record<string, unknown>>): unknown {
    const { world, secret, pingSeconds, port } = this.#options;
    if (body["AppID"] !== world.appId || body["AppSecret"] !== secret) return { code: 514, msg: "auth failed" };
    if (this.endpointCode !== 0) return { code: this.endpointCode, msg: this.endpointCode === 1 ? "system busy" : "refused" };
    const URL = `ws://127.0.0.1:${port()}/ws/v2?device_id=${++this.#tickets}&service_id=1&access_key=k${this.#tickets}&ticket=t${this.#tickets}`;
    return { code: 0, msg: "ok", data: { URL, ClientConfig: clientConfig(pingSeconds) } };
  }
}

function attempt(run: () => Given): Given | Refusal {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    if (error instanceof z.ZodError) return new Refusal(230001, `Your request contains an invalid request parameter, ext=${error.issues[0]?.path.join(".")}`);
    throw error;
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  if (response.destroyed || response.writableEnded) return;
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers }).end(JSON.stringify(body));
}
