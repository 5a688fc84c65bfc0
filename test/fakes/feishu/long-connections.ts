import { WebSocket, WebSocketServer } from "ws";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { decodeFrame, encodeFrame } from "./frames.ts";

/** Larger events come in several frames. */
const frameBytes = 256 * 1024;

interface Waiting {
  readonly id: string;
  readonly payload: Buffer;
  timer: NodeJS.Timeout | undefined;
}

export interface LongConnectionsOptions {
  /** How long an event may take before it is delivered again. */
  readonly ackMs: number;
  readonly pingSeconds: number;
  readonly changed: () => void;
}

/** The answer to a press: what Feishu's app shows, or that it heard nothing in time. */
export type Answered = { readonly toast?: { readonly type: string; readonly content: string } } | "nothing";

/** The WebSockets of an app, what is not acknowledged over them, and who answers presses. */
export class LongConnections {
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #options: LongConnectionsOptions;
  readonly #open = new Set<WebSocket>();
  readonly #events = new Map<string, Waiting>();
  readonly #presses = new Map<string, (answer: Answered) => void>();
  /** Events that were delivered, each delivery once. */
  readonly deliveries: string[] = [];
  /** Pings that came. */
  pings = 0;
  /** The sockets stay open, and nothing more comes out of them. */
  isSilent = false;
  #losesAck = false;
  #last = 0;

  constructor(options: LongConnectionsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#alive().length;
  }
  get unacked(): number {
    return this.#events.size;
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      this.#open.add(ws);
      ws.on("message", (data: Buffer) => this.#heard(ws, data));
      ws.on("error", () => ws.terminate());
      ws.on("close", () => {
        this.#open.delete(ws);
        this.#options.changed();
      });
      this.#options.changed();
      // What nobody has acknowledged comes again over the new connection.
      for (const event of this.#events.values()) this.#deliver(event);
    });
  }

  push(id: string, event: unknown): void {
    const waiting: Waiting = { id, payload: Buffer.from(JSON.stringify(event)), timer: undefined };
    this.#events.set(id, waiting);
    this.#deliver(waiting);
    this.#options.changed();
  }

  redeliver(): void {
    for (const event of this.#events.values()) this.#deliver(event);
  }

  /** The next acknowledgement gets lost with its connection. */
  loseNextAck(): void {
    this.#losesAck = true;
  }

  press(id: string, event: unknown, waitMs = 3_000): Promise<Answered> {
    const { promise, resolve } = Promise.withResolvers<Answered>();
    const timer = setTimeout(() => resolve("nothing"), this.#open.size === 0 ? 0 : waitMs);
    timer.unref();
    this.#presses.set(id, resolve);
    this.#send(id, Buffer.from(JSON.stringify(event)));
    return promise.finally(() => clearTimeout(timer));
  }

  end(): void {
    for (const event of this.#events.values()) clearTimeout(event.timer);
  }

  #deliver(event: Waiting): void {
    clearTimeout(event.timer);
    if (!this.#send(event.id, event.payload)) return;
    this.deliveries.push(event.id);
    event.timer = setTimeout(() => this.#deliver(event), this.#options.ackMs);
    event.timer.unref();
    this.#options.changed();
  }

  /** A socket that was cut is told as closed some ticks later. */
  #alive(): readonly WebSocket[] {
    return [...this.#open].filter(({ readyState }) => readyState === WebSocket.OPEN);
  }

  /** One of the connections, whichever it is. */
  #send(id: string, payload: Buffer): boolean {
    const open = this.#alive();
    const ws = open[this.#last++ % Math.max(1, open.length)];
    if (ws === undefined || this.isSilent) return false;
    const sum = Math.max(1, Math.ceil(payload.length / frameBytes));
    for (let seq = 0; seq < sum; seq++) {
      const headers = { type: "event", message_id: id, sum: String(sum), seq: String(seq), trace_id: `trace-${id}`, timestamp: String(Date.now()) };
      ws.send(encodeFrame({ service: 1, method: 1, headers, payload: payload.subarray(seq * frameBytes, (seq + 1) * frameBytes) }));
    }
    return true;
  }

  #heard(ws: WebSocket, data: Buffer): void {
    if (this.isSilent) return;
    const { method, service, headers, payload } = decodeFrame(data);
    if (method === 0) {
      this.pings += 1;
      const config = Buffer.from(JSON.stringify(clientConfig(this.#options.pingSeconds)));
      ws.send(encodeFrame({ service, method: 0, headers: { type: "pong" }, payload: config }));
    } else if (this.#losesAck) {
      this.#losesAck = false;
      ws.terminate();
    } else this.#acked(headers["message_id"] ?? "", JSON.parse(payload.toString("utf8")) as { code: number; data?: string });
    this.#options.changed();
  }

  #acked(id: string, { code, data }: { readonly code: number; readonly data?: string }): void {
    const answer = this.#presses.get(id);
    if (answer !== undefined) {
      this.#presses.delete(id);
      return answer(code === 200 && data !== undefined ? (JSON.parse(Buffer.from(data, "base64").toString("utf8")) as Answered) : "nothing");
    }
    const event = this.#events.get(id);
    if (event === undefined || code !== 200) return;
    clearTimeout(event.timer);
    this.#events.delete(id);
  }
}

export function clientConfig(pingSeconds: number) {
  return { PingInterval: pingSeconds, ReconnectCount: -1, ReconnectInterval: 120, ReconnectNonce: 30 };
}
