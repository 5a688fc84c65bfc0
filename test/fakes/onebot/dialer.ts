import { WebSocket } from "ws";

export interface DialerOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** An implementation tries again after so long, for ever. */
  readonly retryMs: number;
  readonly opened: (socket: WebSocket) => void;
}

/** The reverse WebSocket client of a fake implementation. */
export class Dialer {
  readonly #options: DialerOptions;
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOn = false;

  constructor(options: DialerOptions) {
    this.#options = options;
  }

  open(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#dial();
  }

  close(): void {
    this.#isOn = false;
    clearTimeout(this.#timer);
    this.#socket?.terminate();
  }

  #dial(): void {
    const { url, headers, retryMs, opened } = this.#options;
    const socket = new WebSocket(url, { headers, maxPayload: 50 * 1024 * 1024 });
    this.#socket = socket;
    socket.on("open", () => opened(socket));
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      if (this.#isOn && this.#socket === socket) this.#timer = setTimeout(() => this.#dial(), retryMs);
    });
  }
}
