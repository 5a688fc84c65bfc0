import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { ParleyError } from "#domain/errors";
import type { Secret } from "#lib/redact/secret";
import { pause, type Clock } from "#lib/time/clock";
import { CallSocket } from "./call-socket.ts";
import { maxFrameBytes } from "./forward.ts";
import { isLoopback, type HostAndPort } from "./index.ts";
import { createServer } from "#lib/node-http";

export interface ReverseOptions {
  readonly at: HostAndPort;
  readonly token: Secret | undefined;
  readonly clock: Clock;
  /** How long one attempt waits for the implementation to connect. */
  readonly waitMs: number;
}

const firstWaitMs = 1_000;

interface Live {
  readonly self: string;
  readonly calls: CallSocket;
}

/**
 * Reverse WebSocket: Parley listens, the implementation connects. One account at a time. A newer connection of the same account takes
 * the place of the older one, whose end may not have been noticed yet; another account is turned away.
 */
export class ReverseServer implements AsyncDisposable {
  readonly #options: ReverseOptions;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  #server: Server | undefined;
  #live: Live | undefined;
  #unclaimed: CallSocket | undefined;
  #arrival = Promise.withResolvers<CallSocket>();
  #hasWaited = false;

  constructor(options: ReverseOptions) {
    this.#options = options;
  }

  /** The next connection that has not been handed out. Opens the port at the first call. */
  async next(signal: AbortSignal): Promise<CallSocket> {
    const { at, clock, waitMs } = this.#options;
    await this.#listen();
    const unclaimed = this.#unclaimed;
    this.#unclaimed = undefined;
    if (unclaimed !== undefined) return unclaimed;
    this.#arrival = Promise.withResolvers();
    const over = new AbortController();
    // The hub waits for the first attempt when it starts.
    const late = pause(clock, this.#hasWaited ? waitMs : Math.min(waitMs, firstWaitMs), AbortSignal.any([signal, over.signal])).then(() => undefined);
    try {
      const arrived = await Promise.race([this.#arrival.promise, late]);
      if (arrived === undefined) throw new ParleyError("Timeout", `No OneBot implementation has connected to ${at.host}:${at.port} yet.`);
      this.#unclaimed = undefined;
      return arrived;
    } finally {
      this.#hasWaited = true;
      over.abort();
      // A rejection that nobody waits for any more.
      this.#arrival.promise.catch(() => undefined);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#live?.calls.drop();
    this.#sockets.close();
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    server.close(() => resolve(undefined));
    server.closeAllConnections();
    await promise;
  }

  async #listen(): Promise<void> {
    const { at, token } = this.#options;
    if (this.#server !== undefined) return;
    if (token === undefined && !isLoopback(at.host))
      throw new ParleyError(
        "BadConfig",
        "listen is open to other machines and has no access_token: anyone could speak as any QQ account. Set access_token on both sides.",
      );
    const server = createServer((_request, response) => response.writeHead(426, { "content-type": "text/plain" }).end("OneBot v11 reverse WebSocket\n"));
    server.maxConnections = 50;
    server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    server.once("error", reject);
    server.listen(at.port, at.host, () => resolve(undefined));
    try {
      await promise;
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? String(cause.code) : "failed";
      throw new ParleyError("BadConfig", `Parley cannot listen at ${at.host}:${at.port} (${code}). Choose another address for listen.`, { cause });
    }
    server.on("error", () => undefined);
    this.#server = server;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const self = String(request.headers["x-self-id"] ?? "");
    // A web page can open a WebSocket to this port, and its browser says so.
    if (request.headers.origin !== undefined) return turnAway(socket, 403);
    if (!this.#knows(request.headers.authorization)) {
      this.#arrival.reject(
        new ParleyError("BadToken", "A program connected with another access token, or without one. Set the same access_token on both sides."),
      );
      return turnAway(socket, 401);
    }
    if (!/^\d{1,20}$/.test(self) || !/^(universal)?$/i.test(String(request.headers["x-client-role"] ?? ""))) {
      this.#arrival.reject(
        new ParleyError("NotSupported", "A program connected without X-Self-ID, or as an API or event client alone. Use one Universal reverse WebSocket."),
      );
      return turnAway(socket, 400);
    }
    if (this.#live !== undefined && this.#live.self !== self) return turnAway(socket, 409);
    this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#took(self, new CallSocket(opened, this.#options.clock)));
  }

  #took(self: string, calls: CallSocket): void {
    const before = this.#live;
    const live = { self, calls };
    this.#live = live;
    this.#unclaimed = calls;
    const ended = (): void => {
      if (this.#live === live) this.#live = undefined;
      if (this.#unclaimed === calls) this.#unclaimed = undefined;
    };
    calls.closed.then(ended, ended);
    before?.calls.drop(new ParleyError("Timeout", "The same account connected again."));
    this.#arrival.resolve(calls);
  }

  #knows(header: string | undefined): boolean {
    const { token } = this.#options;
    if (token === undefined) return true;
    const given = /^(?:Bearer|Token)\s+(.*)$/i.exec(header ?? "")?.[1] ?? "";
    return timingSafeEqual(digest(given), digest(token.reveal()));
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

const statusWords: Readonly<Record<number, string>> = { 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 409: "Conflict" };

function turnAway(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${statusWords[status] ?? ""}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
