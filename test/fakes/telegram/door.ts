import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";

export interface DoorEvents {
  serve(request: IncomingMessage, response: ServerResponse): void;
  /** For servers that speak WebSocket too. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** A connection came or went. */
  changed(): void;
}

/** The listening side of a fake HTTP server, whose connections can be cut. Opens again on the port it had. */
export class Door {
  readonly #events: DoorEvents;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port: number;
  /** Connections that ever came. */
  accepted = 0;

  constructor(port: number, events: DoorEvents) {
    this.#port = port;
    this.#events = events;
  }

  get port(): number {
    return this.#port;
  }
  get connections(): number {
    return this.#sockets.size;
  }

  async open(): Promise<void> {
    const server = createServer((request, response) => this.#events.serve(request, response));
    server.keepAliveTimeout = 60_000;
    const { upgrade } = this.#events;
    if (upgrade !== undefined) server.on("upgrade", upgrade);
    server.on("connection", (socket) => this.#connected(socket));
    this.#server = server;
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    server.once("error", reject);
    server.listen(this.#port, "127.0.0.1", () => resolve(undefined));
    await promise;
    this.#port = (server.address() as AddressInfo).port;
  }

  cut(isHit: () => boolean = () => true): void {
    for (const socket of this.#sockets) if (isHit()) socket.destroy();
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    if (this.#server === undefined) resolve(undefined);
    else this.#server.close(() => resolve(undefined));
    this.#server = undefined;
    this.cut();
    await promise;
  }

  #connected(socket: Socket): void {
    this.accepted += 1;
    this.#sockets.add(socket);
    this.#events.changed();
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#sockets.delete(socket);
      this.#events.changed();
    });
  }
}
