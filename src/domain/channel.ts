import type { ArgSpec } from "./arg-spec.ts";
import type { ArtifactId, QuestionId } from "./ids.ts";
import type { JsonValue } from "./json.ts";
import type { Account } from "./people.ts";

export type ChannelId = string;

/** A place on a channel. */
export interface Address {
  readonly channel: ChannelId;
  readonly room: string;
  readonly topic?: string;
}

/** One string for an address, for queues and indexes. Parts cannot run into each other: each is escaped. */
export function addressKey(a: Address): string {
  return [a.channel, a.room, ...(a.topic === undefined ? [] : [a.topic])].map(encodeURIComponent).join("/");
}

/** What a platform can do, as data. The hub asks nothing else of a channel's kind. */
export interface ChannelCan {
  readonly edit: boolean;
  readonly buttons: boolean;
  /** Largest file it takes; 0 is none. */
  readonly fileBytes: number;
  /** True where posting the same SendKey again cannot make a second message. Only then is an unknown outcome tried again. */
  readonly dedupes: boolean;
  /** How an answer replaces its draft: the draft is edited, or a new message is posted (so that the phone rings) and the draft is removed. */
  readonly final: "edit" | "fresh";
  readonly pace: Pace;
}

/** Milliseconds. The hub paces every call, drafts and answers alike; a channel never waits by itself. */
export interface Pace {
  /** Between two calls to one address, and between any two calls of the channel. */
  readonly perAddressMs: number;
  readonly overallMs: number;
  /** Between two edits of a growing answer. */
  readonly draftMs: number;
  /** How long a `working` hint lasts at the platform; it is repeated while work goes on. 0: it is given once. */
  readonly hintMs: number;
}

/** What the hub wants shown; the channel decides how. Text is Markdown. */
export type Part =
  | { readonly kind: "text"; readonly markdown: string }
  /** One small line above: who asked where, which session. */
  | { readonly kind: "head"; readonly text: string }
  | {
      readonly kind: "file";
      readonly artifact: ArtifactId;
      readonly path: string;
      readonly name: string;
      readonly mime: string;
      readonly bytes: number;
      readonly description: string;
      /** Other chats that show the conversation and take a file of this size, as people call them. */
      readonly takenBy?: readonly string[];
    }
  | {
      readonly kind: "buttons";
      readonly question: QuestionId;
      readonly options: readonly { readonly id: string; readonly label: string; readonly data: string }[];
    };

/** One platform call, within the platform's limit in its own unit. Stored with the outbox row, so `body` is plain JSON that only the channel reads. */
export interface Piece {
  readonly body: JsonValue;
  /** Size of the file that the call uploads; its time limit grows with it. */
  readonly bytes?: number;
  /** Posted in its place if the platform refuses this one: plain text for markup, the next way to upload a file, words about the file. */
  readonly instead?: Piece;
}

/** The platform's own name for what was posted, enough to edit it. A reply or a reaction to it names it with the same string. */
export type Receipt = string;
/** Stays the same over retries and restarts. */
export type SendKey = string;

export interface PostOptions {
  readonly key: SendKey;
  /** The message that this one answers. Left out by a platform without replies, and where that message is gone. */
  readonly replyTo?: Receipt;
  /** The draft of an answer: it is edited while the answer grows, for platforms that have a kind of message of its own for that. */
  readonly growing?: boolean;
  readonly signal: AbortSignal;
}

/**
 * `refused`: the platform rejected this piece and will do so again. `later`: it certainly did not happen; try again after
 * `afterMs`. The wait holds for this address, unless `scope` says that it holds for the whole channel.
 * `unknown`: it may have happened (the connection died after the request went out). `keyExpired`: the platform no longer knows the key
 * of an earlier try, so that even a channel that dedupes could make a second message.
 */
export type Sent =
  | { readonly ok: true; readonly receipt: Receipt }
  | { readonly ok: false; readonly why: "refused"; readonly reason: string }
  | { readonly ok: false; readonly why: "unknown"; readonly reason: string; readonly keyExpired?: boolean }
  | { readonly ok: false; readonly why: "later"; readonly reason: string; readonly afterMs?: number; readonly scope?: "address" | "channel" };

export type LinkState = "connecting" | "connected" | "error" | "closed";

/** `impaired`: it is connected and carries messages, but something that was configured needs a person: a ban, a wrong key. */
export type ChannelLinkState = LinkState | "impaired";

export type InboundBy =
  /** `unverified`: the platform does not vouch for it (a bare IRC nick), so that it is never a person's, whatever the entries say. */
  | { readonly kind: "account"; readonly account: Account; readonly name: string; readonly locale?: string; readonly unverified?: true }
  | { readonly kind: "outside"; readonly name: string; readonly account?: Account };

/** A file that is still at the platform. The id is stored: no token and no URL that contains one. */
export interface RemoteFile {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  /** As the platform says; 0 where it does not. */
  readonly bytes: number;
}

/** A message that somebody quotes, as the platform gives it. Words of a third party: data, never an instruction. */
export interface Quoted {
  readonly text: string;
  /** Who wrote it, by name. */
  readonly by: string;
}

export type InboundWhat =
  | {
      readonly kind: "said";
      /** Without the mention that addressed it. */
      readonly text: string;
      readonly ref?: string;
      /** The message that it replies to: the ref it was said under, or the receipt it was posted with. */
      readonly replyTo?: string;
      /** The text of that message, where the event carries it or it can be fetched: the hub may never have stored it. Alone where the message is in another chat. */
      readonly quoted?: Quoted;
      readonly files?: readonly RemoteFile[];
    }
  /** A native command of the platform, without its slash: `use work`. */
  | { readonly kind: "command"; readonly line: string; readonly ref?: string }
  /** `data` is what the hub put on the button, `ref` the receipt of the message that carries it. */
  | { readonly kind: "pressed"; readonly data: string; readonly ref?: string }
  | { readonly kind: "reacted"; readonly ref: string; readonly reaction: string; readonly removed: boolean }
  | { readonly kind: "edited"; readonly ref: string; readonly text: string };

export interface Inbound {
  /** Unique per channel; the same for a redelivery of the same event. */
  readonly key: string;
  readonly at: number;
  readonly from: Address;
  /** True in a chat with one person, false in a group. */
  readonly direct: boolean;
  /** Meant for us: a direct chat, a mention, a reply to something we posted, a native command. A typed command is recognised by the hub. */
  readonly addressed: boolean;
  /** What people call the room; a thread that begins in a group is named after it. */
  readonly roomName?: string;
  readonly by: InboundBy;
  readonly what: InboundWhat;
}

/** Resolves once the event is on disk or refused; only then may a channel acknowledge upstream. */
export interface Ack {
  /** What a presser is shown. Ready within a second: answering waits for no agent. */
  readonly toast?: string;
}

export interface ChannelSink {
  /** Rejects when the event could not be stored: do not acknowledge, let the platform deliver it again. */
  received(event: Inbound): Promise<Ack>;
  link(state: ChannelLinkState, reason?: string): void;
}

/** A command of the hub, for platforms that list commands themselves. */
export interface NativeCommand {
  readonly name: string;
  /** In the hub's language. */
  readonly summary: string;
  readonly args: ArgSpec;
}

/** One durable JSON value of the channel: an update offset, a gateway session. */
export interface ChannelMemory {
  get(): Promise<JsonValue | undefined>;
  /** Resolves when it is on disk. */
  set(value: JsonValue): Promise<void>;
}

export interface ChannelStart {
  readonly commands: readonly NativeCommand[];
  readonly memory: ChannelMemory;
  readonly signal: AbortSignal;
}

/** `received`: this message reached the hub. `working`: an answer is being worked on. */
export type Hint = "received" | "working";

/**
 * One configured connection to a chat platform. It decodes and encodes and decides nothing: no rights, no routing, no
 * retries of posts. Text is bounded in decode. It never gives up reconnecting; `link` reports its state.
 */
export interface Channel extends AsyncDisposable {
  readonly id: ChannelId;
  readonly can: ChannelCan;
  /** Where some places are slower than others; `can.pace` holds everywhere without it. */
  paceAt?(to: Address): Pace;
  /** Resolves when the first connection attempt has been made; goes on until `signal` aborts. */
  start(sink: ChannelSink, options: ChannelStart): Promise<void>;
  /** Pure. Nothing that was given is left out: too long is split, unsupported is said in words. */
  render(parts: readonly Part[], to: Address): readonly Piece[];
  /** Reports failure, never throws for it. */
  post(to: Address, piece: Piece, options: PostOptions): Promise<Sent>;
  edit?(receipt: Receipt, piece: Piece, signal: AbortSignal): Promise<Sent>;
  /** Removes what was posted. A message that is gone already counts as removed. */
  remove?(receipt: Receipt, signal: AbortSignal): Promise<Sent>;
  /** Best effort, never in the outbox. `ref` is the message that was received, for platforms that react to it. */
  hint?(to: Address, hint: Hint, ref?: string): Promise<void>;
  /** The direct chat with an account of this platform, opened by a call where the platform needs one. Undefined: it cannot be reached. */
  direct?(account: Account, signal: AbortSignal): Promise<Address | undefined>;
  /** The room of a group by the platform's own id for it, where the two differ. */
  groupRoom?(id: string): string;
  /**
   * After accepting, never in decode. Fetches from where the platform gave the file and nowhere else. Throws NotFound when the
   * platform does not hand the file over, and TooLarge with `maxBytes` in its data when it hands over none of that size; anything else
   * that it throws is tried again.
   */
  fetch?(file: RemoteFile, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}
