import type { Socket } from "node:net";
import { Door } from "./door.ts";
import { EventQueue, type Release } from "./event-queue.ts";
import { faults, refusedBy, type Fault } from "./faults.ts";
import { addFile, addRoom, memberOf, messageOf, quote } from "./crowd.ts";
import type { ChatServerOptions, SayOptions } from "./options.ts";
import { ChatLog, type LogMessage } from "./log.ts";
import { clientFrame, parseFrame, type CallWire, type ClientFrame, type EventWire, type ReplyWire, type ServerFrame } from "./protocol.ts";
import { answerCall, roomOf, type ChatState, type User } from "./calls.ts";
import { speedLimit, type SpeedLimit } from "./speed-limit.ts";
import { Waiting } from "#test/fakes/waiting";
import { defined } from "#lib/defined";

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
  #resumed = 0;
  #tooFast = 0;
  #session: string | undefined;
  readonly #speed: SpeedLimit;
  #made = 0;
  readonly #redelivery: NodeJS.Timeout | undefined;

  static async start(options: ChatServerOptions = {}): Promise<ChatServer> {
    const server = new ChatServer(options);
    await server.listen();
    return server;
  }

  private constructor({ token = "chat-token", port = 0, dedupe = true, fileBytes = 1024 * 1024, redeliverMs = 0, logFile, slowest }: ChatServerOptions) {
    this.token = token;
    this.#speed = speedLimit(slowest);
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
      commands: [],
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
  /** Commands that the client registered. */
  get commands(): ChatState["commands"] {
    return this.#state.commands;
  }
  /** How often a client came back with the session of its last welcome. */
  get resumed(): number {
    return this.#resumed;
  }
  /** How often a client was told to slow down because it really was too fast. */
  get tooFast(): number {
    return this.#tooFast;
  }
  /** Every message with its history, oldest first. */
  get log(): readonly LogMessage[] {
    return this.#state.log.all();
  }
  /** What the client posted and uploaded and has not removed, in that order. */
  get posted(): readonly LogMessage[] {
    return this.log.filter((message) => message.by === "parley" && message.isRemoved !== true);
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
    return addRoom(this.#state, { id: `dm-${user}`, kind: "direct", members: [user] });
  }
  /** Made, or given these members instead of those it had. */
  group(id: string, members: readonly string[], name?: string): string {
    return addRoom(this.#state, { id, kind: "group", members, ...defined({ name }) });
  }
  /** From now on every call to it is refused with 403. */
  removeRoom(id: string): void {
    this.#state.rooms.delete(id);
  }

  /** Returns the message's id. `@parley` at its beginning is a mention, and `mention` is one that stands elsewhere. */
  say(user: string, room: string, text: string, { topic, mention = false, replyTo, files = [] }: SayOptions = {}): string {
    const id = this.#state.nextId();
    const said = text.replace(/^@parley[:,]?\s+/, "");
    memberOf(this.#state, user, room);
    this.#state.log.add({ what: "message", message: { id, room, ...defined({ topic, replyTo }), by: user, at: Date.now(), text, buttons: [] } });
    this.#happened(user, room, topic, {
      kind: "message",
      message: id,
      text: said,
      ...(mention || said !== text ? { mention: true } : {}),
      ...(replyTo === undefined ? {} : { reply_to: quote(this.#state, messageOf(this.#state, replyTo)) }),
      ...(files.length === 0 ? {} : { files: files.map((file, i) => addFile(this.#state, `f-${id}${i === 0 ? "" : `-${i}`}`, file)) }),
    });
    return id;
  }
  /** One of the registered commands, chosen from the chat's own list. */
  command(user: string, room: string, line: string): string {
    const id = this.#state.nextId();
    const [name] = line.split(" ", 1);
    if (!this.#state.commands.some((command) => command.name === name)) throw new Error(`the chat lists no command ${name}`);
    memberOf(this.#state, user, room);
    this.#state.log.add({ what: "message", message: { id, room, by: user, at: Date.now(), text: `/${line}`, buttons: [] } });
    this.#happened(user, room, undefined, { kind: "command", message: id, line });
    return id;
  }
  /** Also a button that an edit has taken away meanwhile: the press may have been on its way. Returns the event's id. */
  press(user: string, messageId: string, data: string): number {
    const message = messageOf(this.#state, messageId);
    const everHad = [message.buttons, ...message.was.map((was) => was.buttons)].flat();
    if (!everHad.some((button) => button.data === data)) throw new Error(`message ${messageId} has no button ${data}`);
    return this.pressAs(user, messageId, data);
  }
  /** Whatever the message has: a client may send any data. */
  pressAs(user: string, messageId: string, data: string): number {
    const { room, topic } = messageOf(this.#state, messageId);
    return this.#happened(user, room, topic, { kind: "press", message: messageId, data });
  }
  editBy(user: string, messageId: string, text: string): number {
    const message = messageOf(this.#state, messageId);
    if (message.by !== user) throw new Error(`message ${messageId} is ${message.by}'s`);
    this.#state.log.add({ what: "edit", id: messageId, text, buttons: [] });
    return this.#happened(user, message.room, message.topic, { kind: "edit", message: messageId, text });
  }
  react(user: string, messageId: string, reaction: string, { removed = false } = {}): number {
    const message = messageOf(this.#state, messageId);
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
    if (frame?.t === "hello") return this.#hello(socket, frame.token, frame.session);
    // Nothing but a hello is heard before one, and nothing that is not a frame ever.
    if (frame === undefined || socket !== this.#current) return void socket.destroy();
    this.#call(socket, frame.id, frame.call);
    this.#waiting.changed();
  }

  #hello(socket: Socket, token: string, session: string | undefined): void {
    if (token !== this.token) {
      write(socket, { t: "refused", reason: "The token is not known here." });
      socket.end();
      return;
    }
    this.#current?.destroy();
    this.#current = socket;
    this.#welcomed += 1;
    if (session !== undefined && session === this.#session) this.#resumed += 1;
    this.#session = `s${this.#welcomed}`;
    write(socket, { t: "welcome", name: "Parley", session: this.#session });
    this.#queue.redeliver();
    this.#waiting.changed();
  }

  #call(socket: Socket, id: number, call: CallWire): void {
    this.calls.push(call);
    const room = roomOf(call, this.#state);
    const fault = this.#faults.take(call, room);
    const reply = (answer: ReplyWire): void => write(socket, { t: "reply", id, reply: answer });
    if (room !== undefined && call.method !== "typing" && this.#speed.isTooFast(room)) {
      this.#tooFast += 1;
      return reply({ ok: false, code: 429, reason: "Too many calls.", retry_after: 0.05 });
    }
    const refused = refusedBy(fault);
    if (refused !== undefined) return reply(refused);
    if (fault?.kind === "cut-before") return void socket.destroy();
    if (fault?.kind === "hang-before") return;
    const answer = call.method === "ack" ? this.#ack(call.event, call.toast) : answerCall(this.#state, call);
    if (fault?.kind === "cut-after") socket.destroy();
    else if (fault?.kind === "garbage") socket.write("}{ this is no frame\n");
    else if (fault === undefined) reply(answer);
  }

  #ack(event: number, toast: string | undefined): ReplyWire {
    if (this.#queue.ack(event)) {
      this.#state.log.add({ what: "ack", event, ...defined({ toast }) });
      if (toast !== undefined) this.#state.toasts.push({ event, toast });
    }
    return { ok: true };
  }

  #happened(user: string, room: string, topic: string | undefined, what: EventWire["what"]): number {
    const { kind, name } = memberOf(this.#state, user, room);
    const about = this.#state.users.get(user);
    if (about === undefined) throw new Error(`nobody is called ${user}`);
    const event = this.#queue.add({ at: Date.now(), room: { id: room, kind, ...defined({ name, topic }) }, user: about, what });
    this.#state.log.add({ what: "event", event: event.id, kind: what.kind });
    this.#waiting.changed();
    return event.id;
  }

  #send(frame: ServerFrame): void {
    if (this.#current !== undefined) write(this.#current, frame);
  }
}

function write(socket: Socket, frame: ServerFrame): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(frame)}\n`);
}
