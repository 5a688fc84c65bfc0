import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";

export interface DoorEvents {
  /** The HTTP status that turns a handshake down; undefined lets it in. */
  refuses(request: IncomingMessage): number | undefined;
  opened(socket: WebSocket, request: IncomingMessage): void;
  /** A plain request: a file. */
  serve(request: IncomingMessage, response: ServerResponse): void;
}

/** Where a fake implementation listens. Opens again on the port it had. */
export class Door {
  readonly #events: DoorEvents;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(events: DoorEvents) {
    this.#events = events;
  }

  get port(): number {
    return this.#port;
  }

  async open(): Promise<void> {
    if (this.#server !== undefined) return;
    const server = createServer((request, response) => this.#events.serve(request, response));
    const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 * 1024 });
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => this.#sockets.delete(socket));
    });
    server.on("upgrade", (request, socket, head) => {
      const refused = this.#events.refuses(request);
      if (refused !== undefined) return void socket.end(`HTTP/1.1 ${refused} No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      sockets.handleUpgrade(request, socket, head, (opened) => this.#events.opened(opened, request));
    });
    this.#server = server;
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    server.once("error", reject);
    server.listen(this.#port, "127.0.0.1", () => resolve(undefined));
    await promise;
    this.#port = (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    if (this.#server === undefined) resolve(undefined);
    else this.#server.close(() => resolve(undefined));
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    await promise;
  }
}
