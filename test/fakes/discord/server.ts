import { Door } from "#test/fakes/telegram/door";
import { Waiting } from "#test/fakes/waiting";
import { Answering, type Bucket, type Call } from "./answering.ts";
import type { Fault } from "./faults.ts";
import { Gateway } from "./gateway.ts";
import { directOf } from "./routes.ts";
import { eventOf, snowflakes, wireOf, type DcChannel, type DcInteraction, type DcMessage, type DcUser, type World } from "./state.ts";

export interface SaidFile {
  readonly name: string;
  readonly mime: string;
  readonly content: Buffer;
  /** What the message says that it has. */
  readonly claims?: number;
}

export interface SayOptions {
  /** The bot's mention before the text. */
  readonly mention?: boolean;
  /** `channel:message`. */
  readonly replyTo?: string;
  readonly files?: readonly SaidFile[];
  /** More fields of the message, as Discord sends them. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface DiscordServerOptions {
  readonly token?: string;
  readonly port?: number;
  readonly heartbeatMs?: number;
  readonly bucket?: Bucket;
  /** How long `waitFor` waits unless told otherwise. */
  readonly waitMs?: number;
}

const fakeToken = "MTI0.fake-token.of_the_test_server_0000";

/** Discord with its servers and channels on loopback: REST, gateway and files. It can fail on purpose. */
export class DiscordServer implements AsyncDisposable {
  readonly token: string;
  readonly world: World;
  readonly gateway: Gateway;
  readonly #answering: Answering;
  readonly #waiting = new Waiting();
  readonly #door: Door;
  readonly #waitMs: number;
  readonly #nextId = snowflakes();

  static async start(options: DiscordServerOptions = {}): Promise<DiscordServer> {
    const server = new DiscordServer(options);
    await server.listen();
    return server;
  }

  private constructor({ token = fakeToken, port = 0, heartbeatMs = 300, bucket = { limit: 10_000, perMs: 1_000 }, waitMs = 10_000 }: DiscordServerOptions) {
    this.token = token;
    this.#waitMs = waitMs;
    const changed = (): void => this.#waiting.changed();
    this.#door = new Door(port, {
      serve: (request, response) => void this.#answering.serve(request, response),
      upgrade: (request, socket, head) => this.gateway.upgrade(request, socket, head),
      changed,
    });
    const me = { id: this.#nextId(), username: "parley", global_name: "Parley", bot: true };
    this.world = {
      me,
      application: this.#nextId(),
      cdn: () => `http://127.0.0.1:${this.#door.port}/cdn`,
      users: new Map([[me.id, me]]),
      guilds: new Map(),
      channels: new Map(),
      messages: new Map(),
      interactions: new Map(),
      toasts: [],
      hints: [],
      commands: [],
      shut: new Set(),
      readsMessages: true,
      startsLeft: 1_000,
      nextId: this.#nextId,
      dispatch: (type, data) => this.gateway.dispatch(type, data, false),
    };
    const url = (): string => `ws://127.0.0.1:${this.#door.port}`;
    this.gateway = new Gateway({ token, world: () => this.world, url, heartbeatMs, changed });
    this.#answering = new Answering({ token, world: this.world, gatewayUrl: url, bucket, changed, cut: () => this.cut() });
  }

  get root(): string {
    return `http://127.0.0.1:${this.#door.port}/api`;
  }
  /** Every call that arrived, in order, whatever became of it. */
  get calls(): readonly Call[] {
    return this.#answering.calls;
  }
  /** Connections that ever came, the gateway's too. */
  get accepted(): number {
    return this.#door.accepted;
  }
  /** What the bot posted and has not removed, in order. */
  get posted(): readonly DcMessage[] {
    return [...this.world.messages.values()].filter((message) => message.author.id === this.world.me.id && !message.isRemoved);
  }

  user(name: string, about: Partial<Omit<DcUser, "id">> = {}): string {
    const id = this.#nextId();
    this.world.users.set(id, { id, username: name.toLowerCase(), global_name: name, ...about });
    return id;
  }
  /** The direct chat of one person with the bot. */
  direct(user: string): string {
    return directOf(this.world, user).id;
  }
  guild(name: string): string {
    const id = this.#nextId();
    this.world.guilds.set(id, { id, name });
    return id;
  }
  channel(guild: string, name: string, parent?: string): string {
    const id = this.#nextId();
    const place = parent === undefined ? { type: 0 } : { type: 11, parent_id: parent };
    const channel: DcChannel = { id, guild_id: guild, name, last_message_id: null, ...place };
    this.world.channels.set(id, channel);
    this.gateway.dispatch(parent === undefined ? "CHANNEL_CREATE" : "THREAD_CREATE", channel, false);
    return id;
  }

  /** Returns `channel:message`. */
  say(user: string, channel: string, text: string, { mention = false, replyTo, files = [], more = {} }: SayOptions = {}): string {
    const where = this.#channelOf(channel);
    const message: DcMessage = {
      id: this.#nextId(),
      channel: where,
      author: this.#userOf(user),
      content: mention ? `<@${this.world.me.id}> ${text}` : text,
      buttons: [],
      files: files.map((file) => ({ id: this.#nextId(), claims: file.content.length, ...file })),
      isRemoved: false,
      was: [],
      more,
      ...(replyTo === undefined ? {} : { replyTo: this.known(replyTo).id }),
    };
    this.world.messages.set(message.id, message);
    where.last_message_id = message.id;
    this.event("MESSAGE_CREATE", eventOf(this.world, message));
    return `${channel}:${message.id}`;
  }
  editBy(user: string, ref: string, text: string): void {
    const message = this.known(ref);
    if (message.author.id !== user) throw new Error(`${user} did not write ${ref}`);
    message.content = text;
    message.editedAt = new Date().toISOString();
    this.event("MESSAGE_UPDATE", eventOf(this.world, message));
  }
  react(user: string, ref: string, emoji: string, removed = false): void {
    const { channel, id } = this.known(ref);
    const guild = channel.guild_id === undefined ? {} : { guild_id: channel.guild_id };
    const member = channel.guild_id === undefined ? {} : { member: { nick: null, user: this.#userOf(user) } };
    this.event(removed ? "MESSAGE_REACTION_REMOVE" : "MESSAGE_REACTION_ADD", {
      user_id: user,
      channel_id: channel.id,
      message_id: id,
      emoji: { id: null, name: emoji },
      ...guild,
      // Discord does not say who took a reaction back, only their number.
      ...(removed ? {} : member),
    });
  }
  /** Also a button that an edit has taken away meanwhile. */
  press(user: string, ref: string, data: string): DcInteraction {
    const message = this.known(ref);
    return this.#interact(user, message.channel, { type: 3, message: wireOf(this.world, message), data: { custom_id: data, component_type: 2 } });
  }
  /** Chooses a command of the list; what it does not take cannot be given. */
  choose(user: string, channel: string, name: string, given: Readonly<Record<string, string | number | boolean>> = {}): DcInteraction {
    const command = this.world.commands.find((one) => one.name === name);
    if (command === undefined) throw new Error(`there is no command ${name}`);
    const options = Object.entries(given).map(([option, value]) => {
      const type = command.options.find((one) => one.name === option)?.type;
      if (type === undefined) throw new Error(`${name} takes no ${option}`);
      return { name: option, type, value };
    });
    return this.#interact(user, this.#channelOf(channel), { type: 2, data: { id: this.#nextId(), name, type: 1, options } });
  }
  /** An event as it is, whatever its shape. */
  event(type: string, data: unknown): void {
    this.gateway.dispatch(type, data, true);
    this.#waiting.changed();
  }

  known(ref: string): DcMessage {
    const message = this.world.messages.get(ref.split(":").at(-1) ?? "");
    if (message === undefined) throw new Error(`there is no message ${ref}`);
    return message;
  }
  fault(fault: Fault): void {
    this.#answering.fault(fault);
  }
  withholdFile(): void {
    this.#answering.withholdFile();
  }
  cut(isHit?: () => boolean): void {
    this.#door.cut(isHit);
  }

  waitFor<T>(look: (server: this) => T | undefined | false, options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}): Promise<T> {
    const what = (): string =>
      `unacked ${this.gateway.unacked}, connections ${this.gateway.connections}, identified ${this.gateway.identified}, resumed ${this.gateway.resumed}, calls ${JSON.stringify(
        this.calls.slice(-6).map(({ route, path, body }) => [route, path, body["content"]]),
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

  #interact(user: string, channel: DcChannel, about: Readonly<Record<string, unknown>>): DcInteraction {
    const interaction: DcInteraction = { id: this.#nextId(), token: `token-${this.#nextId()}`, at: Date.now() };
    this.world.interactions.set(interaction.id, interaction);
    const person = this.#userOf(user);
    const who = channel.guild_id === undefined ? { user: person } : { guild_id: channel.guild_id, member: { nick: null, user: person } };
    const { id, token } = interaction;
    this.event("INTERACTION_CREATE", {
      id,
      token,
      application_id: this.world.application,
      version: 1,
      channel_id: channel.id,
      locale: "en-GB",
      ...who,
      ...about,
    });
    return interaction;
  }
  #channelOf(id: string): DcChannel {
    const channel = this.world.channels.get(id);
    if (channel === undefined) throw new Error(`there is no channel ${id}`);
    return channel;
  }
  #userOf(id: string): DcUser {
    const user = this.world.users.get(id);
    if (user === undefined) throw new Error(`nobody has the number ${id}`);
    return user;
  }
}
