import { it } from "vitest";
import type { Address, Channel, ChannelMemory, ChannelSink, ChannelStart, Inbound, ChannelLinkState, Piece, Receipt } from "#domain/channel";
import type { JsonValue } from "#domain/json";
import type { Account } from "#domain/people";
import type { Limit } from "#channels/kit/measure-text";
import { reportLack } from "#test/contracts/lacks";
import { Waiting } from "#test/fakes/waiting";

/** What the platform shows people of one message that the channel posted. */
export interface Shown {
  readonly receipt: Receipt;
  readonly room: string;
  readonly text: string;
  /** Button data, in order. */
  readonly buttons: readonly string[];
  readonly file?: { readonly name: string; readonly sha256: string };
  /** The message that it replies to. */
  readonly replyTo?: string;
}

/** What can happen to the next post. `format` refuses markup and takes plain text. `…-before` leaves it undone, `…-after` does it; in both cases no answer comes. */
export type Trouble = "limit" | "limit everywhere" | "format" | "refuse" | "cut-before" | "cut-after" | "hang-before" | "hang-after" | "garbage";

export interface SaysHow {
  /** Addresses us in the platform's way. */
  readonly mention?: boolean;
  readonly replyTo?: string;
  readonly files?: readonly { readonly name: string; readonly mime: string; readonly content: Buffer }[];
}

/** A platform's fake server, one person with a direct chat and a group on it, and the channel under test, not started. */
export interface ChannelWorld extends AsyncDisposable {
  readonly channel: Channel;
  /** What stands before the colon of the platform's accounts. */
  readonly platform: string;
  /** The token or password: it must turn up nowhere. */
  readonly secret: string;
  readonly limit: Limit;
  readonly person: { readonly id: string; readonly name: string };
  readonly direct: Address;
  readonly group: Address;
  /** A room that the platform refuses to post to. */
  readonly gone: Address;
  /** What people call the group. */
  readonly groupName: string;
  /** Returns the platform's own name for the message. */
  says(where: Address, text: string, how?: SaysHow): string;
  /** Chooses a command from the platform's own list, in the group. */
  chooses(line: string): void;
  /** The platform's own list of commands, as people see it. */
  listed(): readonly string[];
  /** The next file that is asked for is not handed over. */
  withholdsFile(): void;
  /** Words of a program or a third party, in the group. */
  outsiderSays(text: string): void;
  edits(ref: string, text: string): void;
  reacts(ref: string, reaction: string): void;
  presses(receipt: Receipt, data: string): void;
  /** Sends what is not acknowledged once more. */
  redelivers(): void;
  /** The next acknowledgement gets lost on its way, with the connection. */
  losesNextAck(): void;
  unacked(): number;
  /** What pressers were told. */
  toasts(): readonly string[];
  /** Hints that arrived: what is shown, and the message it is on. */
  hints(): readonly { readonly doing: string; readonly on?: string }[];
  /** Somebody who never wrote to us; writing to them alone may need a call. */
  readonly silent: { readonly account: Account };
  /** Another channel for the same account, as after a restart of the hub. */
  again(): Channel;
  /** How often the platform knew a connection again by what the channel remembered. */
  resumed(): number;
  shown(): readonly Shown[];
  /** Posts that arrived at the platform, whatever became of them. */
  postCalls(): number;
  /** What one reads when the platform shows this piece; undefined for a file. */
  textOf(piece: Piece): string | undefined;
  /** The whole text, of a piece that carries one as a file because it is too long for messages. */
  wholeTextOf?(piece: Piece): string | undefined;
  /** The milliseconds that `limit` names to the client. */
  readonly limitMs: number;
  troubles(what: Trouble): void;
  /** The account is logged out while the socket lives. */
  account(online: boolean): void;
  stop(): Promise<void>;
  listen(): Promise<void>;
  connections(): number;
  /** Asked again at every change at the platform. */
  until<T>(look: () => T | undefined | false): Promise<T>;
}

export interface WorldOptions {
  readonly wrongToken?: boolean;
  /** Gives up on an answer after a few milliseconds. */
  readonly impatient?: boolean;
  readonly dedupes?: boolean;
  readonly buttons?: boolean;
  readonly fileBytes?: number;
  readonly final?: "edit" | "fresh";
}

export type OpenWorld = (options?: WorldOptions) => Promise<ChannelWorld>;

/** What a platform may be unable to show, each with the reason in words. */
export type Lack =
  | "toasts"
  | "offline account"
  | "redelivery"
  | "said before the start"
  | "redelivery while connected"
  | "lost acknowledgement"
  | "pressed"
  | "edited"
  | "reacted"
  | "files"
  | "files in"
  | "replies"
  | "quoted words"
  | "mentions"
  | "room names"
  | "native commands"
  | "memory"
  | "remove"
  | "markup"
  | "hints"
  | "direct"
  | "limit"
  | "limit everywhere"
  | "refs"
  | "long text";
export type Lacks = Partial<Record<Lack, string>>;

/** `it`, or a case that is reported as skipped with the reason where the platform lacks one of these. */
export function unless(missing: Lacks, ...lacks: readonly Lack[]): (name: string, run: () => Promise<void>) => void {
  const reason = lacks.map((lack) => missing[lack]).find((one) => one !== undefined);
  return reason === undefined ? it : (name) => reportLack(name, reason);
}

/** What a hub hands a channel at its start; its memory lasts as long as the object. */
export function startWith(signal: AbortSignal, memory: ChannelMemory = memoryOf()): ChannelStart {
  const session = { name: "session", summary: { en: "Its name", "zh-CN": "名称" } } as const;
  return { commands: [{ name: "use", summary: "Choose a session", args: { positionals: [session] } }], memory, signal };
}

export function memoryOf(value?: JsonValue): ChannelMemory {
  let kept = value;
  return { get: async () => kept, set: async (next) => void (kept = next) };
}

/** The hub's side: keeps what came in and lets the test decide what becomes of it. */
export class Desk implements ChannelSink {
  readonly events: Inbound[] = [];
  readonly links: { readonly state: ChannelLinkState; readonly reason: string | undefined }[] = [];
  /** What `received` does; keeps everything unless told otherwise. */
  keep: (event: Inbound) => Promise<string | undefined> = async () => undefined;
  readonly #waiting = new Waiting();

  async received(event: Inbound): Promise<{ toast?: string }> {
    this.events.push(event);
    this.#waiting.changed();
    const toast = await this.keep(event);
    return toast === undefined ? {} : { toast };
  }

  link(state: ChannelLinkState, reason?: string): void {
    this.links.push({ state, reason });
    this.#waiting.changed();
  }

  get lastLink(): ChannelLinkState | undefined {
    return this.links.at(-1)?.state;
  }

  until<T>(look: () => T | undefined | false): Promise<T> {
    return this.#waiting.for(look, () => JSON.stringify({ events: this.events.slice(-3), links: this.links.slice(-5) }));
  }
}

/** Starts the channel of a new world; hands both over and clears away behind the test. */
export async function withWorld(
  open: OpenWorld,
  options: WorldOptions,
  test: (world: ChannelWorld, desk: Desk, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await using world = await open(options);
  await using channel = world.channel;
  const stop = new AbortController();
  const desk = new Desk();
  await channel.start(desk, startWith(stop.signal));
  try {
    await test(world, desk, stop.signal);
  } finally {
    stop.abort();
  }
}
