import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { readForm } from "#test/fakes/telegram/multipart";
import { Faults, type Fault } from "./faults.ts";
import { routes, type Route, type Upload } from "./routes.ts";
import { Refusal, type World } from "./state.ts";

export interface Call {
  readonly route: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage["headers"];
}

/** How many calls a route of a channel takes in which time. */
export interface Bucket {
  readonly limit: number;
  readonly perMs: number;
}

export interface AnsweringOptions {
  readonly token: string;
  readonly world: World;
  readonly gatewayUrl: () => string;
  readonly bucket: Bucket;
  readonly changed: () => void;
  /** Cuts every connection. */
  readonly cut: () => void;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the REST API does with a request, unless a fault comes in between. */
export class Answering {
  /** Every call that arrived, in order, whatever became of it. */
  readonly calls: Call[] = [];
  readonly #options: AnsweringOptions;
  readonly #faults = new Faults();
  readonly #used = new Map<string, { count: number; until: number }>();
  #withheld = 0;

  constructor(options: AnsweringOptions) {
    this.#options = options;
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
      const bytes = await bodyOf(request);
      const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://discord");
      if (pathname.startsWith("/cdn/")) return this.#serveFile(pathname, query, request, response);
      const path = pathname.replace(/^\/api\/v10/, "").replaceAll("%40", "@");
      const route = pathname.startsWith("/api/v10/") ? routes.find((one) => one.method === request.method && one.path.test(path)) : undefined;
      if (route === undefined) return send(response, { status: 404, body: { message: "404: Not Found", code: 0 } });
      if (route.isOpen !== true && request.headers.authorization !== `Bot ${this.#options.token}`) return send(response, unauthorized);
      const { body, uploads } = payloadOf(request, bytes);
      this.calls.push({ route: route.name, path, body, headers: request.headers });
      this.#options.changed();
      this.#answer(route, { path, query, body, uploads }, response);
    } catch {
      // The client went away while it sent.
      response.destroy();
    } finally {
      this.#options.changed();
    }
  }

  #answer(route: Route, asked: Asked, response: ServerResponse): void {
    const fault = this.#faults.take(route.name, asked.path, asked.body);
    const kind = fault?.kind;
    if (kind === "cut-before") return this.#options.cut();
    if (kind === "drop-before") return void response.destroy();
    if (kind === "hang-before") return;
    const answer = refusalOf(fault) ?? this.#within(route, asked);
    if (kind === "hang-after") return;
    if (kind === "drop-after") return void response.destroy();
    if (kind === "cut-after") return this.#options.cut();
    if (kind === "garbage") {
      response.writeHead(200, { "content-type": "application/json" }).end("<html>Bad Gateway</html>");
      response.once("finish", () => setImmediate(() => this.#options.cut()));
      return;
    }
    send(response, answer);
  }

  /** Within the limit of its bucket, of which every answer tells. */
  #within(route: Route, asked: Asked): Answer {
    const { limit, perMs } = this.#options.bucket;
    const name = `${route.name}:${/^\/channels\/(\d+)/.exec(asked.path)?.[1] ?? ""}`;
    const now = Date.now();
    const known = this.#used.get(name);
    const used = known === undefined || known.until <= now ? { count: 0, until: now + perMs } : known;
    this.#used.set(name, used);
    used.count += 1;
    const left = { "x-ratelimit-limit": String(limit), "x-ratelimit-remaining": String(Math.max(0, limit - used.count)), "x-ratelimit-bucket": route.name };
    const after = (used.until - now) / 1000;
    const headers = { ...left, "x-ratelimit-reset-after": String(after) };
    if (used.count > limit) return { ...limited(after, false), headers: { ...headers, "retry-after": String(Math.ceil(after)), "x-ratelimit-scope": "user" } };
    return { ...this.#do(route, asked), headers };
  }

  #do(route: Route, { path, query, body, uploads }: Asked): Answer {
    const { world, gatewayUrl } = this.#options;
    try {
      const at = { ...route.path.exec(path)?.groups, gateway: gatewayUrl() };
      const result = route.run({ world, at, query, body, uploads });
      return result === undefined ? { status: 204 } : { status: 200, body: result };
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      if (error instanceof z.ZodError)
        return refused(
          new Refusal(400, 50_035, `Invalid Form Body: ${error.issues.map(({ path: where, message }) => `${where.join(".")}: ${message}`).join("; ")}`),
        );
      throw error;
    }
  }

  #serveFile(path: string, query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    const [, id = ""] = /^\/cdn\/attachments\/\d+\/(\d+)\//.exec(path) ?? [];
    const found = [...this.#options.world.messages.values()].flatMap(({ files }) => files).find((file) => file.id === id);
    // The address is signed, and nobody shows a token to a file server.
    const isRefused = query.get("hm") !== "signed" || request.headers.authorization !== undefined || this.#withheld > 0;
    if (found === undefined || isRefused) {
      this.#withheld = Math.max(0, this.#withheld - 1);
      return void response.writeHead(404).end("This content is no longer available.");
    }
    response.writeHead(200, { "content-type": found.mime, "content-length": found.content.length }).end(found.content);
  }
}

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly uploads: readonly Upload[];
}

const unauthorized: Answer = { status: 401, body: { message: "401: Unauthorized", code: 0 } };

function refused({ status, code, message }: Refusal): Answer {
  return { status, body: { message, code } };
}

function limited(retryAfter: number, isGlobal: boolean): Answer {
  return {
    status: 429,
    body: { message: "You are being rate limited.", retry_after: retryAfter, global: isGlobal },
    headers: { "retry-after": String(retryAfter), "x-ratelimit-scope": isGlobal ? "global" : "user", ...(isGlobal ? { "x-ratelimit-global": "true" } : {}) },
  };
}

/** The answer that a fault makes of a call; undefined for faults that make none. */
function refusalOf(fault: Fault | undefined): Answer | undefined {
  switch (fault?.kind) {
    case "limit":
    case "limit everywhere":
      return limited(fault.retryAfter ?? 1, fault.kind === "limit everywhere");
    case "format":
      return refused(new Refusal(400, 50_035, "Invalid Form Body"));
    case "refuse":
      return refused(new Refusal(403, 50_013, "Missing Permissions"));
    case "busy":
      return { status: 502, body: { message: "502: Bad Gateway", code: 0 } };
    case "unauthorized":
      return unauthorized;
    default:
      return undefined;
  }
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  if (response.destroyed || response.writableEnded) return;
  // The vendor's library reads whatever calls itself JSON, also where there is none.
  if (body === undefined) response.writeHead(status, headers).end();
  else response.writeHead(status, { ...headers, "content-type": "application/json" }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function payloadOf(request: IncomingMessage, bytes: Buffer): Pick<Asked, "body" | "uploads"> {
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data"))
    return { body: bytes.length === 0 ? {} : (JSON.parse(bytes.toString("utf8")) as Record<string, unknown>), uploads: [] };
  const parts = readForm(bytes, type);
  const json = parts.find(({ name }) => name === "payload_json")?.content.toString("utf8") ?? "{}";
  const uploads = parts.flatMap(({ filename, content }) =>
    filename === undefined ? [] : [{ name: filename, mime: "application/octet-stream", content: Buffer.from(content) }],
  );
  return { body: JSON.parse(json) as Record<string, unknown>, uploads };
}
