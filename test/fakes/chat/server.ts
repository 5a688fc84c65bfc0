import type { Socket } from "node:net";
import { Door } from "./door.ts";
import { EventQueue, type Release } from "./event-queue.ts";
import { faults, type Fault } from "./faults.ts";
import { ChatLog, type LogMessage } from "./log.ts";
import { clientFrame, parseFrame, type CallWire, type ClientFrame, type EventWire, type FileWire, type ReplyWire, type ServerFrame } from "./protocol.ts";
import { answerCall, roomOf, type ChatState, type Room, type User } from "./calls.ts";
import { Waiting } from "#test/fakes/waiting";

export interface ChatServerOptions {
  readonly token?: string;
  readonly port?: number;
  /** Whether a nonce seen before returns the message it made. */
  readonly dedupe?: boolean;
  readonly fileBytes?: number;
  /** Sends unacknowledged events again after this long; 0 leaves it to `redeliver()` and to reconnects. */
  readonly redeliverMs?: number;
  /** JSONL on disk, for tests that look at it after a kill. */
  readonly logFile?: string;
}

/** A small chat that can fail on purpose. The newest connection gets the events; an older one is closed. */
export class ChatServer implements AsyncDisposable {
  readonly token: string;
  /** Every call that arrived, in order, whatever became of it. */
  readonly calls: CallWire[] = [];
  readonly #state: ChatState;
  readonly #faults = faults();
  readonly #waiting = new Waiting();
  readonly #queue: EventQueue;
  readonly #door: Door;
  #current: Socket | undefined;
  #welcomed = 0;
  #made = 0;
  readonly #redelivery: NodeJS.Timeout | undefined;

  static async start(options: ChatServerOptions = {}): Promise<ChatServer> {
    const server = new ChatServer(options);
    await server.listen();
    return server;
  }

  private constructor({ token = "chat-token", port = 0, dedupe = true, fileBytes = 1024 * 1024, redeliverMs = 0, logFile }: ChatServerOptions) {
    this.token = token;
    this.#door = new Door(port, {
      line: (socket, line) => this.#frame(socket, line),
      closed: (socket) => {
        if (this.#current === socket) this.#current = undefined;
        this.#waiting.changed();
      },
      changed: () => this.#waiting.changed(),
    });
    this.#queue = new EventQueue((event) => this.#send({ t: "event", event }));
    this.#state = {
      dedupe,
      fileBytes,
      users: new Map(),
      rooms: new Map(),
      nonces: new Map(),
      files: new Map(),
      hints: [],
      toasts: [],
      log: new ChatLog(logFile),
      nextId: () => `m${++this.#made}`,
    };
    if (redeliverMs > 0) this.#redelivery = setInterval(() => this.#queue.redeliver(Date.now() - redeliverMs), redeliverMs).unref();
  }

  get host(): string {
    return this.#door.host;
  }
  get port(): number {
    return this.#door.port;
  }
  /** Every message with its history, oldest first. */
  get log(): readonly LogMessage[] {
    return this.#state.log.all();
  }
  /** What the client posted and uploaded, in that order. */
  get posted(): readonly LogMessage[] {
    return this.log.filter((message) => message.by === "parley");
  }
  get hints(): ChatState["hints"] {
    return this.#state.hints;
  }
  get toasts(): ChatState["toasts"] {
    return this.#state.toasts;
  }
  /** Connections that are open now, logged in or not. */
  get connections(): number {
    return this.#door.connections;
  }
  /** How often somebody has logged in. */
  get welcomed(): number {
    return this.#welcomed;
  }
  get unacked(): readonly EventWire[] {
    return this.#queue.unacked();
  }

  user(id: string, about: Partial<Omit<User, "id">> = {}): User {
    const user = { id, name: id, human: true, ...about };
    this.#state.users.set(id, user);
    return user;
  }
  /** The room of one user and the client; made on first use. */
  direct(user: string): string {
    return this.#room({ id: `dm-${user}`, kind: "direct", members: [user] });
  }
  /** Made, or given these members instead of those it had. */
  group(id: string, members: readonly string[]): string {
    return this.#room({ id, kind: "group", members });
  }
  /** From now on every call to it is refused with 403. */
  removeRoom(id: string): void {
    this.#state.rooms.delete(id);
  }

  /** Returns the message's id. */
  say(
    user: string,
    room: string,
    text: string,
    options: { readonly topic?: string; readonly file?: { readonly name: string; readonly mime: string; readonly content: Buffer } } = {},
  ): string {
    const id = this.#state.nextId();
    const files: FileWire[] = [];
    if (options.file !== undefined) {
      this.#state.files.set(`f-${id}`, options.file.content);
      files.push({ id: `f-${id}`, name: options.file.name, mime: options.file.mime, bytes: options.file.content.length });
    }
    const topic = options.topic === undefined ? {} : { topic: options.topic };
    this.#member(user, room);
    this.#state.log.add({ what: "message", message: { id, room, ...topic, by: user, at: Date.now(), text, buttons: [] } });
    this.#happened(user, room, options.topic, { kind: "message", message: id, text, ...(files.length > 0 ? { files } : {}) });
    return id;
  }
  /** Also a button that an edit has taken away meanwhile: the press may have been on its way. Returns the event's id. */
  press(user: string, messageId: string, data: string): number {
    const message = this.#message(messageId);
    const everHad = [message.buttons, ...message.was.map((was) => was.buttons)].flat();
    if (!everHad.some((button) => button.data === data)) throw new Error(`message ${messageId} has no button ${data}`);
    return this.#happened(user, message.room, message.topic, { kind: "press", message: messageId, data });
  }
  editBy(user: string, messageId: string, text: string): number {
    const message = this.#message(messageId);
    if (message.by !== user) throw new Error(`message ${messageId} is ${message.by}'s`);
    this.#state.log.add({ what: "edit", id: messageId, text, buttons: [] });
    return this.#happened(user, message.room, message.topic, { kind: "edit", message: messageId, text });
  }
  react(user: string, messageId: string, reaction: string, { removed = false } = {}): number {
    const message = this.#message(messageId);
    this.#state.log.add({ what: "reaction", id: messageId, by: user, reaction, removed });
    return this.#happened(user, message.room, message.topic, { kind: "reaction", message: messageId, reaction, removed });
  }

  fault(fault: Fault): void {
    this.#faults.add(fault);
  }
  clearFaults(): void {
    this.#faults.clear();
  }
  /** Sends every unacknowledged event once more. */
  redeliver(): void {
    this.#queue.redeliver();
  }
  /** Keeps new events back until `release`, which can double and reorder them. */
  hold(): void {
    this.#queue.hold();
  }
  release(how: Release = {}): void {
    this.#queue.release(how);
  }
  /** Tells the client that its account is off line while the socket lives on. */
  account(online: boolean): void {
    this.#send({ t: "account", online });
  }
  /** Bytes as they are, frame or not. */
  sendRaw(bytes: string): void {
    this.#current?.write(bytes);
  }
  cut(): void {
    this.#door.cut();
  }

  /** Asked again at every change of the chat; no polling. */
  waitFor<T>(look: (server: this) => T | undefined | false, options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}): Promise<T> {
    const what = (): string =>
      `welcomed ${this.#welcomed}, connections ${this.connections}, unacked ${this.unacked.length}, last messages ${JSON.stringify(this.log.slice(-5))}`;
    return this.#waiting.for(() => look(this), what, options);
  }

  /** On the same port as before, with everything remembered. */
  listen(): Promise<void> {
    return this.#door.open();
  }
  /** Drops every connection and listens no more until `listen`. */
  stop(): Promise<void> {
    return this.#door.close();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#redelivery);
    await this.stop();
  }

  #frame(socket: Socket, line: string): void {
    const frame: ClientFrame | undefined = parseFrame(clientFrame, line);
    if (frame?.t === "hello") return this.#hello(socket, frame.token);
    // Nothing but a hello is heard before one, and nothing that is not a frame ever.
    if (frame === undefined || socket !== this.#current) return void socket.destroy();
    this.#call(socket, frame.id, frame.call);
    this.#waiting.changed();
  }

  #hello(socket: Socket, token: string): void {
    if (token !== this.token) {
      write(socket, { t: "refused", reason: "The token is not known here." });
      socket.end();
      return;
    }
    this.#current?.destroy();
    this.#current = socket;
    this.#welcomed += 1;
    write(socket, { t: "welcome", name: "Parley" });
    this.#queue.redeliver();
    this.#waiting.changed();
  }

  #call(socket: Socket, id: number, call: CallWire): void {
    this.calls.push(call);
    const fault = this.#faults.take(call.method, roomOf(call, this.#state));
    const reply = (answer: ReplyWire): void => write(socket, { t: "reply", id, reply: answer });
    switch (fault?.kind) {
      case "limit":
        return reply({ ok: false, code: 429, reason: "Too many calls.", retry_after: (fault.retryAfterMs ?? 1000) / 1000 });
      case "refuse":
        return reply({ ok: false, code: 403, reason: "The room is gone." });
      case "busy":
        return reply({ ok: false, code: 503, reason: "The chat is busy and did nothing." });
      case "cut-before":
        return void socket.destroy();
      case "hang-before":
        return;
      case "cut-after":
      case "hang-after":
      case "garbage":
      case undefined:
        break;
    }
    const answer = call.method === "ack" ? this.#ack(call.event, call.toast) : answerCall(this.#state, call);
    if (fault?.kind === "cut-after") socket.destroy();
    else if (fault?.kind === "garbage") socket.write("}{ this is no frame\n");
    else if (fault === undefined) reply(answer);
  }

  #ack(event: number, toast: string | undefined): ReplyWire {
    if (this.#queue.ack(event)) {
      this.#state.log.add({ what: "ack", event, ...(toast === undefined ? {} : { toast }) });
      if (toast !== undefined) this.#state.toasts.push({ event, toast });
    }
    return { ok: true };
  }

  #happened(user: string, room: string, topic: string | undefined, what: EventWire["what"]): number {
    const { kind } = this.#member(user, room);
    const about = this.#state.users.get(user);
    if (about === undefined) throw new Error(`nobody is called ${user}`);
    const event = this.#queue.add({ at: Date.now(), room: { id: room, kind, ...(topic === undefined ? {} : { topic }) }, user: about, what });
    this.#state.log.add({ what: "event", event: event.id, kind: what.kind });
    this.#waiting.changed();
    return event.id;
  }

  #room(room: Room): string {
    this.#state.rooms.set(room.id, room);
    for (const member of room.members) if (!this.#state.users.has(member)) this.user(member);
    return room.id;
  }
  #member(user: string, id: string): Room {
    const room = this.#state.rooms.get(id);
    if (room === undefined) throw new Error(`there is no room ${id}`);
    if (!room.members.includes(user)) throw new Error(`${user} is not in ${id}`);
    return room;
  }
  #message(id: string): LogMessage {
    const message = this.#state.log.get(id);
    if (message === undefined) throw new Error(`there is no message ${id}`);
    return message;
  }
  #send(frame: ServerFrame): void {
    if (this.#current !== undefined) write(this.#current, frame);
  }
}

function write(socket: Socket, frame: ServerFrame): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(frame)}\n`);
}
