import type { IncomingMessage, ServerResponse } from "node:http";
import { WebSocket } from "ws";
import type { Segment } from "#channels/onebot/cq-code";
import { Waiting } from "#test/fakes/waiting";
import { actions } from "./actions.ts";
import { Dialer } from "./dialer.ts";
import { Door } from "./door.ts";
import { heartbeat, lifecycle, messageEvent, offlineFileEvent, reactionEvent } from "./events.ts";
import { Faults, type Fault } from "./faults.ts";
import { napCat, type Personality } from "./personality.ts";
import { refOf, Refusal, type QqChat, type QqMessage, type World } from "./world.ts";

export interface OneBotServerOptions {
  readonly personality?: Personality;
  readonly token?: string;
  /** Where the program listens that this implementation connects to; without it, this one listens. */
  readonly reverse?: string;
  /** Milliseconds between heartbeats; 0 sends none. */
  readonly heartbeatMs?: number;
  /** How long `waitFor` waits unless told otherwise. */
  readonly waitMs?: number;
}

export interface SayOptions {
  /** `@` of the account before the text. */
  readonly mention?: boolean;
  readonly replyTo?: string;
  readonly files?: readonly { readonly name: string; readonly mime: string; readonly content: Buffer }[];
  /** Segments before the text. */
  readonly segments?: readonly Segment[];
  /** More fields of the event. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface Call {
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An implementation of OneBot v11 with its QQ account, on loopback, which can fail on purpose. */
export class OneBotServer implements AsyncDisposable {
  readonly world: World;
  readonly token: string;
  readonly calls: Call[] = [];
  /** The address and the header of each handshake. */
  readonly handshakes: { readonly address: string; readonly authorization: string | undefined }[] = [];
  readonly #sockets = new Set<WebSocket>();
  readonly #faults = new Faults();
  readonly #waiting = new Waiting();
  readonly #door: Door;
  readonly #dialer: Dialer | undefined;
  readonly #heartbeatMs: number;
  readonly #waitMs: number;
  #made = 0;
  #beat: NodeJS.Timeout | undefined;
  #isFrozen = false;
  #withholds = false;

  static async start(options: OneBotServerOptions = {}): Promise<OneBotServer> {
    const server = new OneBotServer(options);
    await server.listen();
    return server;
  }

  private constructor({ personality = napCat, token = "onebot-token-of-the-test", reverse, heartbeatMs = 50, waitMs = 10_000 }: OneBotServerOptions) {
    this.token = token;
    this.#heartbeatMs = heartbeatMs;
    this.#waitMs = waitMs;
    this.#door = new Door({
      refuses: (request) => this.#refuses(request),
      opened: (socket, request) => this.#opened(socket, this.#isKnown(request)),
      serve: (request, response) => this.#serveFile(request, response),
    });
    this.world = {
      self: 10_000,
      personality,
      names: new Map([[10_000, "Parley"]]),
      friends: new Set(),
      groups: new Map(),
      messages: new Map(),
      files: new Map(),
      streams: new Map(),
      streamed: new Map(),
      hints: [],
      isOnline: true,
      fileRoot: () => `http://127.0.0.1:${this.#door.port}`,
      nextMessage: () => Math.imul(++this.#made, 0x9e3779b1),
    };
    const headers = { authorization: `Bearer ${token}`, "x-self-id": String(this.world.self), "x-client-role": "Universal", "user-agent": "OneBot/11" };
    this.#dialer = reverse === undefined ? undefined : new Dialer({ url: reverse, headers, retryMs: 10, opened: (socket) => this.#opened(socket, true) });
  }

  get url(): string {
    return `ws://127.0.0.1:${this.#door.port}`;
  }
  /** A socket that was cut is told as closed some ticks later. */
  get connections(): number {
    return [...this.#sockets].filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  }
  /** What the account posted, in order. */
  get posted(): readonly QqMessage[] {
    return [...this.world.messages.values()].filter(({ user }) => user === this.world.self);
  }

  user(id: number, name: string, isFriend = true): string {
    this.world.names.set(id, name);
    if (isFriend) this.world.friends.add(id);
    return `private:${id}`;
  }
  group(id: number, name: string): string {
    this.world.groups.set(id, name);
    return `group:${id}`;
  }

  /** Returns the message's ref. Where this implementation reports private files by a notice, there is none for them. */
  say(user: number, room: string, text: string, { mention = false, replyTo, files = [], segments: before = [], more = {} }: SayOptions = {}): string {
    const chat = chatOf(room);
    const carried = files.map(({ name, content }, i) => {
      const id = `/file-${this.#made}-${i}`;
      this.world.files.set(id, { name, content });
      return { type: "file", data: { file: name, file_id: id, file_size: String(content.length) } };
    });
    const [first] = carried;
    if (first !== undefined && chat.kind === "private" && this.world.personality.privateFiles === "notice") {
      const file = { id: first.data.file_id, name: first.data.file, size: Number(first.data.file_size), url: this.#fileUrl(first.data.file_id) };
      this.push(offlineFileEvent(this.world, user, file));
      return "";
    }
    const segments: Segment[] = [
      ...(replyTo === undefined ? [] : [{ type: "reply", data: { id: replyTo.replace(/^.*\//, "") } }]),
      ...(mention ? [{ type: "at", data: { qq: String(this.world.self) } }] : []),
      ...before,
      ...carried,
      ...(text === "" ? [] : [{ type: "text", data: { text: mention ? ` ${text}` : text } }]),
    ];
    const message = { id: this.world.nextMessage(), chat, user, time: Math.floor(Date.now() / 1000), segments };
    this.world.messages.set(message.id, message);
    this.push(messageEvent(this.world, message, more));
    return refOf(message);
  }
  react(user: number, ref: string, emoji: string, isAdd = true): void {
    const event = reactionEvent(this.world, this.#known(ref), user, emoji, isAdd);
    if (event !== undefined) this.push(event);
  }
  /** To everybody who is connected now; nobody hears it later. */
  push(event: unknown): void {
    this.pushText(JSON.stringify(event));
  }
  pushText(text: string): void {
    if (!this.#isFrozen) for (const socket of this.#sockets) socket.send(text);
    this.#waiting.changed();
  }

  fault(fault: Fault): void {
    this.#faults.add(fault);
  }
  withholdFile(): void {
    this.#withholds = true;
  }
  /** The socket stays open, and nothing is read from it or written to it any more. */
  freeze(): void {
    this.#isFrozen = true;
  }
  thaw(): void {
    this.#isFrozen = false;
  }
  cut(isHit: () => boolean = () => true): void {
    for (const socket of this.#sockets) if (isHit()) socket.terminate();
  }

  waitFor<T>(look: (server: this) => T | undefined | false, options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}): Promise<T> {
    const what = (): string => `connections ${this.connections}, calls ${JSON.stringify(this.calls.slice(-6)).slice(0, 2_000)}`;
    return this.#waiting.for(() => look(this), what, { timeoutMs: this.#waitMs, ...options });
  }

  async listen(): Promise<void> {
    await this.#door.open();
    this.#dialer?.open();
    if (this.#heartbeatMs > 0) this.#beat ??= setInterval(() => this.push(heartbeat(this.world, this.#heartbeatMs)), this.#heartbeatMs);
  }
  async stop(): Promise<void> {
    clearInterval(this.#beat);
    this.#beat = undefined;
    this.#dialer?.close();
    this.cut();
    await this.#door.close();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #isKnown({ headers, url = "" }: IncomingMessage): boolean {
    return headers.authorization === `Bearer ${this.token}` || new URL(url, "http://x").searchParams.get("access_token") === this.token;
  }
  #refuses(request: IncomingMessage): number | undefined {
    this.handshakes.push({ address: request.url ?? "", authorization: request.headers.authorization });
    if (this.world.personality.wrongToken === "frame" || this.#isKnown(request)) return undefined;
    return request.headers.authorization === undefined ? 401 : 403;
  }

  #opened(socket: WebSocket, isKnown: boolean): void {
    socket.on("error", () => socket.terminate());
    if (!isKnown) {
      socket.send(JSON.stringify({ status: "failed", retcode: 1403, data: null, message: "token验证失败", wording: "token验证失败", echo: null }));
      return socket.close();
    }
    this.#sockets.add(socket);
    this.#waiting.changed();
    socket.on("message", (data: Buffer) => void this.#heard(socket, data.toString("utf8")));
    socket.on("close", () => {
      this.#sockets.delete(socket);
      this.#waiting.changed();
    });
    socket.send(JSON.stringify(lifecycle(this.world)));
  }

  async #heard(socket: WebSocket, text: string): Promise<void> {
    if (this.#isFrozen) return;
    const { action, params = {}, echo } = JSON.parse(text) as { action: string; params?: Call["params"]; echo?: unknown };
    this.calls.push({ action, params });
    const fault = this.#faults.take(action);
    this.#waiting.changed();
    if (fault === "cut-before") return socket.terminate();
    if (fault === "hang-before") return;
    const answer = fault === "refuse" ? this.#failed("refused on purpose") : await this.#answer(action, params);
    this.#waiting.changed();
    if (fault === "cut-after") return socket.terminate();
    if (fault === "hang-after" || this.#isFrozen) return;
    if (fault === "garbage") return socket.send("<html>502 Bad Gateway</html>");
    const said = fault === "confirm-late" ? this.#failed("Timeout: NTEvent serviceAndMethod:NodeIKernelMsgService/sendMsg") : answer;
    socket.send(JSON.stringify({ ...said, echo }));
    this.#waiting.changed();
  }

  async #answer(action: string, params: Call["params"]): Promise<Readonly<Record<string, unknown>>> {
    const { lacks, unsupported } = this.world.personality;
    const act = lacks.includes(action) ? undefined : actions[action];
    if (act === undefined) return this.#failed(`不支持的API ${action}`, unsupported);
    try {
      return { status: "ok", retcode: 0, data: (await act(this.world, params)) ?? null };
    } catch (error) {
      if (error instanceof Refusal) return this.#failed(error.message);
      throw error;
    }
  }

  #failed(words: string, retcode = this.world.personality.failed): Readonly<Record<string, unknown>> {
    const said = { words, stack: `Error: ${words}\n    at SendGroupMsg._handle (/opt/llonebot/main.js:1:20480)`, none: "" }[this.world.personality.failures];
    return { status: "failed", retcode, data: null, ...(said === "" ? {} : { message: said, wording: said }) };
  }

  #fileUrl(id: string): string {
    return `${this.world.fileRoot()}/download/${encodeURIComponent(id)}?rkey=CAESKE`;
  }
  #serveFile(request: IncomingMessage, response: ServerResponse): void {
    const id = decodeURIComponent(/^\/download\/([^?]+)\?rkey=/.exec(request.url ?? "")?.[1] ?? "");
    const file = this.world.files.get(id);
    if (file === undefined || this.#withholds) return void response.writeHead(this.#withholds ? 403 : 404).end();
    response.writeHead(200, { "content-length": file.content.length }).end(file.content);
  }

  #known(ref: string): QqMessage {
    const message = this.world.messages.get(Number(ref.replace(/^.*\//, "")));
    if (message === undefined) throw new Error(`there is no message ${ref}`);
    return message;
  }
}

function chatOf(room: string): QqChat {
  const [kind, id] = room.split(":");
  return { kind: kind === "group" ? "group" : "private", id: Number(id) };
}
