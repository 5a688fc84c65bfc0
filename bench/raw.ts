import { connect, type Socket } from "node:net";

export interface Ask {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
  readonly accept?: string;
}

/** One keep-alive connection, one request at a time: the cheapest client there is, so that what is measured is the server. */
export class RawClient implements Disposable {
  readonly #socket: Socket;
  readonly #port: number;

  static async open(port: number): Promise<RawClient> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    socket.on("error", () => {});
    return new RawClient(socket, port);
  }

  private constructor(socket: Socket, port: number) {
    this.#socket = socket;
    this.#port = port;
  }

  /** The body of an answer in the two hundreds. */
  ask({ method = "POST", path, token, body, accept = "application/json" }: Ask): Promise<string> {
    const bytes = body === undefined ? "" : JSON.stringify(body);
    const auth = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
    const answered = this.#answer();
    this.#socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.#port}\r\n${auth}Accept: ${accept}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(bytes)}\r\n\r\n${bytes}`,
    );
    return answered;
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #answer(): Promise<string> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const onData = (chunk: Buffer): void => {
        chunks.push(chunk);
        const got = chunks.length === 1 ? chunk : Buffer.concat(chunks);
        const head = got.indexOf("\r\n\r\n");
        const length = head < 0 ? undefined : /content-length: (\d+)/i.exec(got.toString("latin1", 0, head))?.[1];
        if (length === undefined || got.length < head + 4 + Number(length)) return;
        this.#socket.off("data", onData);
        this.#socket.off("close", onClose);
        const body = got.toString("utf8", head + 4);
        if (got.toString("latin1", 0, 10) === "HTTP/1.1 2") resolve(body);
        else reject(new Error(`${got.toString("latin1", 0, 30)} ${body.slice(0, 300)}`));
      };
      const onClose = (): void => reject(new Error("the server closed the connection"));
      this.#socket.on("data", onData);
      this.#socket.once("close", onClose);
    });
  }
}
