import { Waiting } from "#test/fakes/waiting";
import { Answering, type Call } from "./answering.ts";
import { Door } from "./door.ts";
import type { Fault } from "./faults.ts";
import { wireOf, type World } from "./methods.ts";
import type { TgChat, TgMessage, TgUser } from "./state.ts";
import { Updates } from "./updates.ts";

export interface SaidFile {
  readonly name: string;
  readonly mime: string;
  readonly content: Buffer;
  /** What the update claims that it has. */
  readonly claims?: number;
}

export interface SayOptions {
  /** `@parley_bot` before the text, as an entity. */
  readonly mention?: boolean;
  /** `chat:message`. */
  readonly replyTo?: string;
  readonly files?: readonly SaidFile[];
  readonly topic?: number;
  /** More fields of the message, as Telegram sends them. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface TelegramServerOptions {
  readonly token?: string;
  readonly port?: number;
  /** As a new bot is at Telegram; here it is off unless it is asked for. */
  readonly privacy?: boolean;
  /** How long `waitFor` waits unless told otherwise. */
  readonly waitMs?: number;
}

const fakeToken = "424242:AAF-fake_token_of_the_test_server_000";

/** A Bot API server with its chats: `https://api.telegram.org` on loopback, which can fail on purpose. */
export class TelegramServer implements AsyncDisposable {
  readonly token: string;
  readonly world: World;
  readonly #updates = new Updates(1_000);
  readonly #answering: Answering;
  readonly #waiting = new Waiting();
  readonly #door: Door;
  readonly #waitMs: number;
  #made = 0;

  static async start(options: TelegramServerOptions = {}): Promise<TelegramServer> {
    const server = new TelegramServer(options);
    await server.listen();
    return server;
  }

  private constructor({ token = fakeToken, port = 0, privacy = false, waitMs = 10_000 }: TelegramServerOptions) {
    this.token = token;
    this.#waitMs = waitMs;
    this.#door = new Door(port, {
      serve: (request, response) => void this.#answering.serve(request, response),
      changed: () => this.#waiting.changed(),
    });
    this.world = {
      me: { id: 424242, is_bot: true, first_name: "Parley", username: "parley_bot" },
      privacy,
      chats: new Map(),
      moved: new Map(),
      messages: new Map(),
      topics: new Map(),
      files: new Map(),
      blocked: new Set(),
      toasts: [],
      queries: new Set(),
      hints: [],
      commands: [],
      webhook: "",
      nextMessage: () => ++this.#made,
    };
    this.#answering = new Answering({ token, world: this.world, updates: this.#updates, changed: () => this.#waiting.changed(), cut: () => this.cut() });
  }

  get root(): string {
    return `http://127.0.0.1:${this.#door.port}`;
  }
  /** Every call that arrived, in order, whatever became of it. */
  get calls(): readonly Call[] {
    return this.#answering.calls;
  }
  get connections(): number {
    return this.#door.connections;
  }
  /** Connections that ever came. */
  get accepted(): number {
    return this.#door.accepted;
  }
  get isPolled(): boolean {
    return this.#updates.isPolled;
  }
  get unconfirmed(): readonly { readonly update_id: number }[] {
    return this.#updates.unconfirmed;
  }
  /** What the bot posted and has not removed, in order. */
  get posted(): readonly TgMessage[] {
    return [...this.world.messages.values()].filter((message) => message.from.id === this.world.me.id && !message.isRemoved);
  }

  /** Somebody with an account; writing to the bot opens their chat with it. */
  user(id: number, about: Partial<Omit<TgUser, "id">> = {}): TgUser {
    const user = { id, is_bot: false, first_name: `User${id}`, ...about };
    this.#users.set(id, user);
    return user;
  }
  readonly #users = new Map<number, TgUser>();

  /** The chat of one person with the bot. */
  direct(user: number): string {
    const { first_name } = this.#userOf(user);
    this.world.chats.set(String(user), { id: user, type: "private", first_name });
    return String(user);
  }
  group(id: number, title: string, about: Partial<TgChat> = {}): string {
    this.world.chats.set(String(id), { id, type: "supergroup", title, ...about });
    return String(id);
  }
  topic(chat: string, topic: number): void {
    const known = this.world.topics.get(chat) ?? new Set();
    this.world.topics.set(chat, known.add(topic));
  }
  /** A group becomes a supergroup with another number. */
  move(from: string, to: number): void {
    const chat = this.#chatOf(from);
    this.world.chats.delete(from);
    this.world.chats.set(String(to), { ...chat, id: to, type: "supergroup" });
    this.world.moved.set(from, to);
    this.update("message", { ...this.#message(chat, [...this.#users.values()][0], ""), migrate_to_chat_id: to });
  }

  /** Returns `chat:message`. A line that begins with a slash is a command. Several files are an album. */
  say(user: number, chat: string, text: string, { mention = false, replyTo, files = [], topic, more = {} }: SayOptions = {}): string {
    const [where, from] = [this.#chatOf(chat), this.#userOf(user)];
    const words = mention ? `@${this.world.me.username} ${text}` : text;
    const slash = /^\/[a-z0-9_]+(@\w+)?/i.exec(words)?.[0];
    const entities = [
      ...(mention ? [{ type: "mention", offset: 0, length: (this.world.me.username ?? "").length + 1 }] : []),
      ...(slash === undefined ? [] : [{ type: "bot_command", offset: 0, length: slash.length }]),
    ];
    const place = topic === undefined ? {} : { message_thread_id: topic, is_topic_message: true };
    const reply = replyTo === undefined ? {} : { reply_to_message: wireOf(this.#known(replyTo)) };
    const album = files.length > 1 ? { media_group_id: `album-${this.#made}` } : {};
    const refs = (files.length === 0 ? [undefined] : files).map((file, i) => {
      const message = this.#message(where, from, i === 0 ? words : "", topic);
      const said =
        file === undefined ? { text: words, entities } : { ...this.#attach(message, file), ...(i === 0 ? { caption: words, caption_entities: entities } : {}) };
      const isKept = this.world.privacy && where.type !== "private" && slash === undefined && !this.#isOurs(replyTo);
      if (!isKept)
        this.update("message", { message_id: message.message_id, chat: where, from, date: message.date, ...said, ...place, ...reply, ...album, ...more });
      return `${chat}:${message.message_id}`;
    });
    return refs[0] ?? "";
  }
  editBy(user: number, ref: string, text: string): void {
    const message = this.#known(ref);
    message.text = text;
    this.update("edited_message", { ...wireOf(message), from: this.#userOf(user), text, entities: [], edit_date: Math.floor(Date.now() / 1000) });
  }
  react(user: number, ref: string, emoji: string, before: readonly string[] = []): void {
    const { chat, message_id } = this.#known(ref);
    const list = (emojis: readonly string[]) => emojis.map((one) => ({ type: "emoji", emoji: one }));
    const date = Math.floor(Date.now() / 1000);
    this.update("message_reaction", {
      chat,
      message_id,
      date,
      user: this.#userOf(user),
      old_reaction: list(before),
      new_reaction: list(emoji === "" ? [] : [emoji]),
    });
  }
  /** Also a button that an edit has taken away meanwhile. Returns the query, which is answered once. */
  press(user: number, ref: string, data: string): string {
    const message = this.#known(ref);
    const query = `q-${this.#updates.unconfirmed.length}-${++this.#made}`;
    this.world.queries.add(query);
    this.update("callback_query", { id: query, from: this.#userOf(user), chat_instance: "1", data, message: wireOf(message) });
    return query;
  }
  /** An update as it is, whatever its shape. Returns its number. */
  update(kind: string, content: unknown): number {
    const id = this.#updates.add(kind, content);
    this.#waiting.changed();
    return id;
  }

  fault(fault: Fault): void {
    this.#answering.fault(fault);
  }
  /** The next download is refused. */
  withholdFile(): void {
    this.#answering.withholdFile();
  }
  cut(isHit?: () => boolean): void {
    this.#door.cut(isHit);
  }

  waitFor<T>(look: (server: this) => T | undefined | false, options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}): Promise<T> {
    const what = (): string =>
      `unconfirmed ${this.unconfirmed.length}, connections ${this.connections}, calls ${JSON.stringify(
        this.calls
          .filter(({ method }) => method !== "getUpdates")
          .slice(-6)
          .map(({ method, payload }) => [method, payload["chat_id"], payload["text"]]),
      )}`;
    return this.#waiting.for(() => look(this), what, { timeoutMs: this.#waitMs, ...options });
  }

  /** On the same port as before, with everything remembered. */
  listen(): Promise<void> {
    return this.#door.open();
  }
  stop(): Promise<void> {
    return this.#door.close();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #message(chat: TgChat, from: TgUser | undefined, text: string, topic?: number): TgMessage {
    if (from === undefined) throw new Error("nobody is there");
    const message: TgMessage = {
      chat,
      message_id: ++this.#made,
      from,
      date: Math.floor(Date.now() / 1000),
      text,
      entities: [],
      buttons: [],
      isRemoved: false,
      was: [],
      ...(topic === undefined ? {} : { topic }),
    };
    this.world.messages.set(`${chat.id}:${message.message_id}`, message);
    return message;
  }

  #attach({ message_id }: TgMessage, { name, mime, content, claims = content.length }: SaidFile): Record<string, unknown> {
    const file_id = `file-${message_id}`;
    this.world.files.set(file_id, { path: `documents/file_${message_id}`, content, claims });
    return { document: { file_id, file_unique_id: file_id, file_name: name, mime_type: mime, file_size: claims } };
  }

  #chatOf(id: string): TgChat {
    const chat = this.world.chats.get(id);
    if (chat === undefined) throw new Error(`there is no chat ${id}`);
    return chat;
  }
  #userOf(id: number): TgUser {
    const user = this.#users.get(id);
    if (user === undefined) throw new Error(`nobody has the number ${id}`);
    return user;
  }
  #isOurs(ref: string | undefined): boolean {
    return ref !== undefined && this.#known(ref).from.id === this.world.me.id;
  }
  #known(ref: string): TgMessage {
    const message = this.world.messages.get(ref);
    if (message === undefined) throw new Error(`there is no message ${ref}`);
    return message;
  }
}
