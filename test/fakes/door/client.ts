import { request, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

export interface Asking {
  readonly token?: string | undefined;
  /** A string or bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request over its own connection, with any Host and Origin: fetch would not send those. */
export function call(port: number, method: string, path: string, { token, body, headers = {} }: Asking = {}): Promise<Reply> {
  const bytes = body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: "127.0.0.1",
      port,
      method,
      path,
      agent: false,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(bytes !== undefined && headers["Transfer-Encoding"] === undefined && { "Content-Length": Buffer.byteLength(bytes) }),
        ...headers,
      },
    });
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.once("error", reject);
      incoming.once("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: asJson(text) });
      });
    });
    outgoing.end(bytes);
  });
}

function asJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Writes raw bytes and resolves with everything that came back once the other side closed. */
export function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    socket.once("close", () => resolve(text));
    socket.once("error", reject);
  });
}

export interface StreamEvent {
  readonly name: string;
  readonly id: string | undefined;
  readonly data: Record<string, unknown>;
}

export interface EventStream {
  /** The next event of that name; earlier ones of other names are passed over. */
  next(name: string): Promise<StreamEvent>;
  /** Resolves when the hub has ended the stream. */
  readonly ended: Promise<void>;
  /** All that came so far, comments included. */
  text(): string;
  pause(): void;
  resume(): void;
  close(): void;
}

export function events(port: number, path: string, { token, headers = {} }: Asking): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: "127.0.0.1",
      port,
      path,
      agent: false,
      headers: { ...(token !== undefined && { Authorization: `Bearer ${token}` }), ...headers },
    });
    outgoing.once("error", reject);
    outgoing.end();
    outgoing.once("response", (incoming) => {
      if (incoming.statusCode !== 200) return reject(new Error(`the stream was answered ${incoming.statusCode}`));
      const waiting: StreamEvent[] = [];
      let wake = (): void => {};
      let all = "";
      let rest = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => {
        all += chunk;
        const parts = (rest + chunk).split("\n\n");
        rest = parts.pop() ?? "";
        for (const part of parts) if (!part.startsWith(":")) waiting.push(parse(part));
        wake();
      });
      const ended = new Promise<void>((done) => {
        incoming.once("close", () => {
          done();
          wake();
        });
      });
      let isOver = false;
      ended.then(
        () => (isOver = true),
        () => {},
      );
      resolve({
        ended,
        text: () => all,
        pause: () => incoming.pause(),
        resume: () => incoming.resume(),
        close: () => outgoing.destroy(),
        next: async (name) => {
          for (;;) {
            const at = waiting.findIndex((event) => event.name === name);
            const [found] = at < 0 ? [] : waiting.splice(0, at + 1).slice(-1);
            if (found !== undefined) return found;
            if (isOver) throw new Error(`the stream ended before a ${name} came`);
            await new Promise<void>((go) => (wake = go));
          }
        },
      });
      return undefined;
    });
  });
}

function parse(part: string): StreamEvent {
  const fields = new Map(part.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
  return { name: fields.get("event") ?? "", id: fields.get("id"), data: JSON.parse(fields.get("data") ?? "{}") as Record<string, unknown> };
}
