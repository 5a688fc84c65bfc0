import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Waiting } from "#test/fakes/waiting";
import { Answering, type CallMade } from "./answering.ts";
import { directChat, type World } from "./world.ts";
import type { Fault } from "./faults.ts";
import { LongConnections, type Answered } from "./long-connections.ts";
import type { FsChat, FsMessage, FsUser } from "./state.ts";

export interface FeishuOptions {
  readonly appId?: string;
  readonly secret?: string;
  /** How long an event may take before it is delivered again. */
  readonly ackMs?: number;
  readonly pingSeconds?: number;
  /** How long the key of a message is known. */
  readonly uuidMs?: number;
  readonly waitMs?: number;
}

export interface SaidFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface SayOptions {
  readonly mention?: boolean;
  readonly replyTo?: string | undefined;
  readonly files?: readonly SaidFile[] | undefined;
  readonly thread?: string;
  /** Another kind of message, with its content. */
  readonly type?: string;
  readonly content?: unknown;
  readonly forwards?: readonly string[];
}

/** Feishu's open platform on loopback: tokens, the long connection with its frames, and the calls that a bot makes. */
export class FeishuServer implements AsyncDisposable {
  readonly appId: string;
  readonly secret: string;
  readonly world: World;
  readonly links: LongConnections;
  /** What pressers were shown. */
  readonly toasts: string[] = [];
  /** Refuses the next WebSocket with these headers. */
  handshake: Readonly<Record<string, string>> | undefined;
  readonly #answering: Answering;
  readonly #waiting = new Waiting();
  readonly #waitMs: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #made = 0;

  static async start(options: FeishuOptions = {}): Promise<FeishuServer> {
    const server = new FeishuServer(options);
    await server.listen();
    return server;
  }

  private constructor({
    appId = "cli_0123456789abcdef",
    secret = "app-secret-of-the-fake",
    ackMs = 3_000,
    pingSeconds = 120,
    uuidMs = 3_600_000,
    waitMs = 10_000,
  }: FeishuOptions) {
    this.appId = appId;
    this.secret = secret;
    this.#waitMs = waitMs;
    const changed = (): void => this.#waiting.changed();
    this.links = new LongConnections({ ackMs, pingSeconds, changed });
    this.world = {
      appId,
      bot: { openId: "ou_bot", name: "Parley", status: 2 },
      users: new Map(),
      chats: new Map(),
      messages: new Map(),
      uploads: new Map(),
      uuids: new Map(),
      uuidMs,
      canReadNames: true,
      withheldFiles: 0,
      nextId: (prefix) => `${prefix}_${String(++this.#made).padStart(6, "0")}`,
      now: () => Date.now(),
    };
    this.#answering = new Answering({ world: this.world, secret, pingSeconds, port: () => this.#port, changed, cut: () => this.cut() });
  }

  get domain(): string {
    return `http://127.0.0.1:${this.#port}`;
  }
  /** Every call that arrived, in order, whatever became of it. */
  get calls(): readonly CallMade[] {
    return this.#answering.calls;
  }
  get connections(): number {
    return this.links.count;
  }
  get unacked(): number {
    return this.links.unacked;
  }
  /** What the bot posted and has not removed, in order. */
  get posted(): readonly FsMessage[] {
    return [...this.world.messages.values()].filter((message) => message.from.kind === "app" && message.from.id === this.appId && !message.isRemoved);
  }

  user(openId: string, name: string, isApp = false): FsUser {
    const user = { openId, name, isApp };
    this.world.users.set(openId, user);
    return user;
  }
  group(id: string, name: string, mode: "group" | "topic" = "group"): FsChat {
    const chat = { id, mode, name };
    this.world.chats.set(id, chat);
    return chat;
  }
  /** Where a room of ours is: a chat's own id, or the person whom it is a chat with. */
  chatAt(room: string): FsChat {
    const chat = room.startsWith("ou_") ? directChat(this.world, room) : this.world.chats.get(room);
    if (chat === undefined) throw new Error(`there is no chat ${room}`);
    return chat;
  }

  /** Returns the message's id. Feishu has no words with a file: those are two messages. */
  say(openId: string, room: string, text: string, { mention = false, replyTo, files = [], thread, type, content, forwards }: SayOptions = {}): string {
    const chat = this.chatAt(room);
    const mentions = mention ? [{ key: "@_user_1", id: { open_id: this.world.bot.openId }, name: this.world.bot.name }] : [];
    const parent = replyTo === undefined ? undefined : this.#known(replyTo);
    const place = {
      ...(parent === undefined ? {} : { parent: parent.id, root: parent.root ?? parent.id }),
      ...((thread ?? parent?.thread) === undefined ? {} : { thread: thread ?? parent?.thread ?? "" }),
      ...(forwards === undefined ? {} : { forwards }),
    };
    if (type !== undefined) return this.#said(openId, chat, { ...place, type, content: JSON.stringify(content) }, mentions);
    const [file] = files;
    const words = { ...place, type: "text", content: JSON.stringify({ text: mention ? `@_user_1 ${text}` : text }) };
    if (file === undefined) return this.#said(openId, chat, words, mentions);
    const key = this.world.nextId("file");
    const sent = { ...place, type: "file", content: JSON.stringify({ file_key: key, file_name: file.name }), file: { ...file, as: "file" } };
    const id = this.#said(openId, chat, sent, []);
    if (text !== "") this.#said(openId, chat, words, mentions);
    return id;
  }
  react(openId: string, id: string, emoji: string, kind: "created" | "deleted" = "created"): void {
    this.event(`im.message.reaction.${kind}_v1`, {
      message_id: id,
      reaction_type: { emoji_type: emoji },
      operator_type: "user",
      user_id: { open_id: openId },
      action_time: String(Date.now()),
    });
  }
  /** Also a button that an edit has taken away meanwhile. */
  async press(openId: string, id: string, answer: string): Promise<Answered> {
    const { chat } = this.#known(id);
    const event = {
      operator: { open_id: openId },
      token: "c-token",
      action: { tag: "button", value: { answer } },
      host: "im_message",
      context: { open_message_id: id, open_chat_id: chat.id },
    };
    const { id: name, wire } = this.#eventOf("card.action.trigger", event);
    const answered = await this.links.press(name, wire);
    this.toasts.push(answered === "nothing" ? "(nothing in three seconds)" : (answered.toast?.content ?? ""));
    this.#waiting.changed();
    return answered;
  }
  menu(openId: string, key: string): void {
    this.event("application.bot.menu_v6", { operator: { operator_id: { open_id: openId } }, event_key: key, timestamp: Math.floor(Date.now() / 1000) });
  }
  /** An event as it is, whatever its shape. */
  event(type: string, event: unknown): void {
    const { id, wire } = this.#eventOf(type, event);
    this.links.push(id, wire);
  }

  fault(fault: Fault): void {
    this.#answering.fault(fault);
  }
  /** What asking for a connection is answered with. */
  set endpointCode(code: number) {
    this.#answering.endpointCode = code;
  }
  withdrawTokens(): void {
    this.#answering.withdrawTokens();
  }
  withholdFile(): void {
    this.world.withheldFiles += 1;
  }
  cut(isHit: () => boolean = () => true): void {
    for (const socket of this.#sockets) if (isHit()) socket.destroy();
  }

  waitFor<T>(look: (server: this) => T | undefined | false, options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}): Promise<T> {
    const what = (): string =>
      `unacked ${this.unacked}, connections ${this.connections}, posted ${JSON.stringify(this.posted.slice(-4).map(({ text }) => text.slice(0, 80)))}, calls ${JSON.stringify(
        this.calls.slice(-6).map(({ name, path }) => [name, path]),
      )}`;
    return this.#waiting.for(() => look(this), what, { timeoutMs: this.#waitMs, ...options });
  }

  /** On the same port as before, with everything remembered. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.#answering.serve(request, response));
    server.keepAliveTimeout = 60_000;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => this.#sockets.delete(socket));
    });
    server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const refused = this.handshake;
      if (refused === undefined) return this.links.accept(request, socket, head);
      const lines = Object.entries(refused).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("")}content-length: 0\r\nconnection: close\r\n\r\n`);
    });
    this.#server = server;
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    server.once("error", reject);
    server.listen(this.#port, "127.0.0.1", () => resolve(undefined));
    await promise;
    this.#port = (server.address() as AddressInfo).port;
  }
  async stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    if (this.#server === undefined) resolve(undefined);
    else this.#server.close(() => resolve(undefined));
    this.#server = undefined;
    this.cut();
    await promise;
  }
  async [Symbol.asyncDispose](): Promise<void> {
    this.links.end();
    await this.stop();
  }

  #said(
    openId: string,
    chat: FsChat,
    message: Pick<FsMessage, "type" | "content"> & Partial<Pick<FsMessage, "parent" | "root" | "thread" | "file" | "forwards">>,
    mentions: readonly unknown[],
  ): string {
    const { isApp = false } = this.world.users.get(openId) ?? {};
    const id = this.world.nextId("om");
    const at = Date.now();
    const kind = isApp ? "app" : "user";
    this.world.messages.set(id, {
      ...message,
      id,
      chat,
      from: { kind, id: openId },
      at,
      text: message.content,
      buttons: [],
      isRemoved: false,
      was: [],
      reactions: [],
    });
    this.event("im.message.receive_v1", {
      sender: { sender_id: { open_id: openId, union_id: `on_${openId}`, user_id: null }, sender_type: kind, tenant_key: "t1" },
      message: {
        message_id: id,
        root_id: message.root,
        parent_id: message.parent,
        thread_id: message.thread,
        create_time: String(at),
        update_time: String(at),
        chat_id: chat.id,
        chat_type: chat.mode === "p2p" ? "p2p" : "group",
        message_type: message.type,
        content: message.content,
        ...(mentions.length === 0 ? {} : { mentions }),
      },
    });
    return id;
  }

  #eventOf(type: string, event: unknown): { readonly id: string; readonly wire: unknown } {
    const id = `ev-${++this.#made}`;
    const header = { event_id: id, event_type: type, create_time: String(Date.now()), token: "", app_id: this.appId, tenant_key: "t1" };
    return { id, wire: { schema: "2.0", header, event } };
  }

  #known(id: string): FsMessage {
    const message = this.world.messages.get(id);
    if (message === undefined) throw new Error(`there is no message ${id}`);
    return message;
  }
}
