import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { openRegularFile } from "#lib/fs/regular-file";
import type { Source } from "./encode.ts";
import { parseHostAndPort } from "./index.ts";
import { createServer } from "#lib/node-http";

export interface FileServerOptions {
  readonly listen: string;
  /** How the implementation reaches it; undefined: by that address. */
  readonly url: string | undefined;
}

export interface Offer extends Disposable {
  readonly url: string;
}

/** Hands single files to the OneBot implementation. Each has a secret address, for as long as its upload lasts. */
export class FileServer implements AsyncDisposable {
  readonly #options: FileServerOptions;
  readonly #offers = new Map<string, Source>();
  #server: Promise<Server | undefined> | undefined;

  constructor(options: FileServerOptions) {
    this.#options = options;
  }

  /** Undefined where the port cannot be opened. */
  async offer(source: Source, name: string): Promise<Offer | undefined> {
    const server = await (this.#server ??= this.#open());
    if (server === undefined) {
      this.#server = undefined;
      return undefined;
    }
    const secret = randomBytes(32).toString("base64url");
    this.#offers.set(secret, source);
    const root = (this.#options.url ?? `http://${this.#options.listen}`).replace(/\/+$/, "");
    return { url: `${root}/${secret}/${encodeURIComponent(name)}`, [Symbol.dispose]: () => void this.#offers.delete(secret) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const server = await this.#server;
    this.#offers.clear();
    if (server === undefined) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    server.close(() => resolve(undefined));
    server.closeAllConnections();
    await promise;
  }

  async #open(): Promise<Server | undefined> {
    const { host, port } = parseHostAndPort(this.#options.listen);
    const server = createServer((request, response) => void this.#serve(request, response).catch(() => response.destroy()));
    server.maxConnections = 20;
    const { promise, resolve } = Promise.withResolvers<Server | undefined>();
    server.on("error", () => resolve(undefined));
    server.listen(port, host, () => resolve(server));
    return promise;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const source = this.#offers.get(/^\/([\w-]{20,})\//.exec(request.url ?? "")?.[1] ?? "");
    if (source === undefined || (request.method !== "GET" && request.method !== "HEAD")) return void response.writeHead(404).end();
    const headers = { "content-type": "application/octet-stream", "x-content-type-options": "nosniff", "cache-control": "no-store" };
    if ("text" in source) {
      const content = Buffer.from(source.text);
      return void response.writeHead(200, { ...headers, "content-length": content.length }).end(request.method === "HEAD" ? undefined : content);
    }
    const file = await openRegularFile(source.path).catch(() => undefined);
    if (file === undefined) return void response.writeHead(404).end();
    const { size } = await file.stat();
    response.writeHead(200, { ...headers, "content-length": size });
    if (request.method === "HEAD" || size === 0) {
      await file.close();
      return void response.end();
    }
    const stream = file.createReadStream({ end: size - 1 });
    stream.on("error", () => response.destroy());
    response.on("close", () => stream.destroy());
    stream.pipe(response);
  }
}
