import { EventEmitter } from "node:events";
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Transport } from "irc-framework";
import type { Clock } from "#lib/time/clock";
import { faultOfEnd, faultOfSilence, faultOfSocketError, type Phase, type Where } from "./socket-fault.ts";
import { defined } from "#lib/defined";

export interface Dial extends Where {
  /** PEM of a certificate authority to trust instead of the system's. */
  readonly ca?: string;
  /** Opens the connection in another way than directly. */
  readonly reach?: (host: string, port: number) => Promise<Socket>;
  readonly connectMs: number;
}

/** IRCv3 allows 8191 bytes of tags and 512 of message. Longer lines are not IRC and are dropped. */
const maxLine = 16_384;

/**
 * The package's own transport does not accept a certificate authority, buffers a line without an end forever, and reports errors
 * only as text. Emits `open` once, `line` for each line, and `close` once with the fault.
 */
export class IrcSocket extends EventEmitter implements Transport {
  readonly #dial: Dial;
  readonly #clock: Clock;
  #socket: Socket | undefined;
  #phase: Phase = "dialing";
  #error: Error | undefined;
  #isLate = false;
  #isOver = false;
  #partial: Buffer[] = [];
  #partialBytes = 0;
  #isSkipping = false;
  #cancel: () => void = () => undefined;

  constructor(dial: Dial, clock: Clock) {
    super();
    this.#dial = dial;
    this.#clock = clock;
  }

  connect(): void {
    const { host, port, tls, connectMs, reach } = this.#dial;
    this.#cancel = this.#clock.after(connectMs, () => {
      this.#isLate = true;
      this.close(true);
    });
    if (reach !== undefined) return void this.#reachThrough(reach(host, port));
    const socket = tls ? connectTls({ host, port, ...this.#trust() }) : connectPlain({ host, port });
    socket.on("connect", () => (this.#phase = tls ? "handshake" : "open"));
    socket.once(tls ? "secureConnect" : "connect", () => this.#opened());
    this.#attend(socket);
  }

  async #reachThrough(reached: Promise<Socket>): Promise<void> {
    try {
      const through = await reached;
      if (this.#isOver) return void through.destroy();
      const { tls } = this.#dial;
      this.#phase = tls ? "handshake" : "open";
      const socket = tls ? connectTls({ socket: through, ...this.#trust() }) : through;
      this.#attend(socket);
      if (tls) socket.once("secureConnect", () => this.#opened());
      else this.#opened();
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error(String(error));
      this.#closed();
    }
  }

  #trust() {
    const { host, ca } = this.#dial;
    return { ...(isIP(host) === 0 ? { servername: host } : { host }), ...defined({ ca }) };
  }

  #attend(socket: Socket): void {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => this.#read(bytes));
    socket.on("error", (error: Error) => (this.#error = error));
    socket.once("close", () => this.#closed());
  }

  writeLine(line: string, written?: () => void): void {
    this.#socket?.write(`${line}\r\n`, written);
  }

  /** Flushes pending writes first, unless forced. */
  close(force = false): void {
    if (this.#socket === undefined) this.#closed();
    else if (force || this.#phase !== "open") this.#socket.destroy();
    else this.#socket.end();
  }

  disposeSocket(): void {
    this.close(true);
  }

  setEncoding(encoding: string): boolean {
    return encoding === "utf8";
  }

  #opened(): void {
    this.#cancel();
    this.#phase = "open";
    this.emit("open");
  }

  #closed(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancel();
    this.emit("close", this.#fault());
  }

  #fault() {
    if (this.#error !== undefined) return faultOfSocketError(this.#error, this.#phase, this.#dial);
    return this.#isLate ? faultOfSilence(this.#phase, this.#dial) : faultOfEnd(this.#phase, this.#dial);
  }

  #read(bytes: Buffer): void {
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      this.#keep(bytes.subarray(from, end));
      this.#lineEnd();
      from = end + 1;
    }
    this.#keep(bytes.subarray(from));
  }

  #keep(bytes: Buffer): void {
    this.#partialBytes += bytes.length;
    if (this.#partialBytes > maxLine) {
      this.#isSkipping = true;
      this.#partial = [];
    }
    if (!this.#isSkipping && bytes.length > 0) this.#partial.push(bytes);
  }

  #lineEnd(): void {
    const line = this.#isSkipping ? "" : Buffer.concat(this.#partial).toString("utf8");
    this.#partial = [];
    this.#partialBytes = 0;
    this.#isSkipping = false;
    if (line !== "") this.emit("line", line);
  }
}
