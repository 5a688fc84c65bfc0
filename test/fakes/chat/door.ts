import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { lines } from "./protocol.ts";

export interface DoorEvents {
  line(socket: Socket, line: string): void;
  closed(socket: Socket): void;
  changed(): void;
}

/** The listening side: sockets in, lines out. Opens again on the port it had. */
export class Door {
  readonly host = "127.0.0.1";
  readonly #events: DoorEvents;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port: number;

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
    const server = createServer((socket) => this.#connected(socket));
    this.#server = server;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once("error", reject);
    server.listen(this.#port, this.host, resolve);
    await promise;
    this.#port = (server.address() as AddressInfo).port;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#server === undefined) resolve();
    else this.#server.close(() => resolve());
    this.#server = undefined;
    this.cut();
    await promise;
  }

  #connected(socket: Socket): void {
    this.#sockets.add(socket);
    const cut = lines();
    socket.on("data", (bytes) => {
      try {
        for (const line of cut(bytes)) if (!socket.destroyed) this.#events.line(socket, line);
      } catch {
        socket.destroy();
      }
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#sockets.delete(socket);
      this.#events.closed(socket);
    });
    this.#events.changed();
  }
}
