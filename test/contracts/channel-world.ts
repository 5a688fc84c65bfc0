import type { Address, Channel, ChannelSink, Inbound, LinkState, Piece, Receipt } from "#domain/channel";
import type { Limit } from "#channels/kit/measure";
import { Waiting } from "#test/fakes/waiting";

/** What the platform shows people of one message that the channel posted. */
export interface Shown {
  readonly receipt: Receipt;
  readonly room: string;
  readonly text: string;
  /** Button data, in order. */
  readonly buttons: readonly string[];
  readonly file?: { readonly name: string; readonly sha256: string };
}

/** What can happen to the next post. `…-before` leaves it undone, `…-after` does it; in both cases no answer comes. */
export type Trouble = "limit" | "refuse" | "cut-before" | "cut-after" | "hang-before" | "hang-after" | "garbage";

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
  /** Returns the platform's own name for the message. */
  says(where: Address, text: string): string;
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
  hints(): number;
  shown(): readonly Shown[];
  /** Posts that arrived at the platform, whatever became of them. */
  postCalls(): number;
  /** What one reads when the platform shows this piece; undefined for a file. */
  textOf(piece: Piece): string | undefined;
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
}

export type OpenWorld = (options?: WorldOptions) => Promise<ChannelWorld>;

/** What a platform may be unable to show, each with the reason in words. */
export type Lack =
  | "toasts"
  | "offline account"
  | "redelivery"
  | "redelivery while connected"
  | "lost acknowledgement"
  | "pressed"
  | "edited"
  | "reacted"
  | "files";
export type Lacks = Partial<Record<Lack, string>>;

/** One row for `it.for`, or none where the platform lacks it. */
export function unless(lacks: Lacks, lack: Lack): readonly Lack[] {
  return lacks[lack] === undefined ? [lack] : [];
}

/** The hub's side: keeps what came in and lets the test decide what becomes of it. */
export class Desk implements ChannelSink {
  readonly events: Inbound[] = [];
  readonly links: { readonly state: LinkState; readonly reason: string | undefined }[] = [];
  /** What `received` does; keeps everything unless told otherwise. */
  keep: (event: Inbound) => Promise<string | undefined> = async () => undefined;
  readonly #waiting = new Waiting();

  async received(event: Inbound): Promise<{ toast?: string }> {
    this.events.push(event);
    this.#waiting.changed();
    const toast = await this.keep(event);
    return toast === undefined ? {} : { toast };
  }

  link(state: LinkState, reason?: string): void {
    this.links.push({ state, reason });
    this.#waiting.changed();
  }

  get lastLink(): LinkState | undefined {
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
  await channel.start(desk, stop.signal);
  try {
    await test(world, desk, stop.signal);
  } finally {
    stop.abort();
  }
}
