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
  readonly topics: boolean;
  /** Largest file it takes; 0 is none. */
  readonly fileBytes: number;
  /** True where posting the same SendKey again cannot make a second message. Only then is an unknown outcome tried again. */
  readonly dedupes: boolean;
  readonly pace: Pace;
}

export interface Pace {
  /** Milliseconds between two calls to one address, and between any two calls of the channel. */
  readonly perAddressMs: number;
  readonly overallMs: number;
  /** Milliseconds between two edits of a growing answer. */
  readonly draftMs: number;
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
    }
  | {
      readonly kind: "buttons";
      readonly question: QuestionId;
      readonly options: readonly { readonly id: string; readonly label: string; readonly data: string }[];
    };

/** One platform call, within the platform's limit in its own unit. Kept with the outbox row, so `body` is plain JSON that only the channel reads. */
export interface Piece {
  readonly body: JsonValue;
}

/** The platform's own name for what was posted, enough to edit it later. */
export type Receipt = string;
/** Stays the same over retries and restarts. */
export type SendKey = string;

/**
 * `refused`: the platform said no and will say no again. `later`: it certainly did not happen; try again after `afterMs`.
 * `unknown`: it may have happened (the connection died after the request went out).
 */
export type Sent =
  | { readonly ok: true; readonly receipt: Receipt }
  | { readonly ok: false; readonly why: "refused" | "later" | "unknown"; readonly reason: string; readonly afterMs?: number };

export type LinkState = "connecting" | "connected" | "error" | "closed";

export type InboundBy =
  | { readonly kind: "account"; readonly account: Account; readonly name: string; readonly locale?: string }
  | { readonly kind: "outside"; readonly name: string; readonly account?: Account };

/** A file that is still at the platform: an id, never a URL with a token in it. */
export interface RemoteFile {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
}

export type InboundWhat =
  | { readonly kind: "said"; readonly text: string; readonly ref?: string; readonly files?: readonly RemoteFile[] }
  /** `data` is what the hub put on the button. */
  | { readonly kind: "pressed"; readonly data: string }
  | { readonly kind: "reacted"; readonly ref: string; readonly reaction: string; readonly removed: boolean }
  | { readonly kind: "edited"; readonly ref: string; readonly text: string };

export interface Inbound {
  /** Unique per channel; the same for a redelivery of the same event. */
  readonly key: string;
  readonly at: number;
  readonly from: Address;
  /** True in a chat with one person, false in a group. */
  readonly direct: boolean;
  readonly by: InboundBy;
  readonly what: InboundWhat;
}

/** Resolves once the event is on disk or refused; only then may a channel acknowledge upstream. */
export interface Ack {
  /** What a presser is told. Ready within a second: answering waits for no agent. */
  readonly toast?: string;
}

export interface ChannelSink {
  /** Rejects when the event could not be kept: do not acknowledge, let the platform deliver it again. */
  received(event: Inbound): Promise<Ack>;
  link(state: LinkState, reason?: string): void;
}

/**
 * One configured connection to a chat platform. It decodes and encodes and decides nothing: no rights, no routing, no
 * retries of posts. Text is bounded in decode. It never gives up reconnecting; `link` tells how it stands.
 */
export interface Channel extends AsyncDisposable {
  readonly id: ChannelId;
  readonly can: ChannelCan;
  /** Resolves when the first connection attempt has been made; goes on until `signal` aborts. */
  start(sink: ChannelSink, signal: AbortSignal): Promise<void>;
  /** Pure. Nothing that was given is left out: too long is split, unsupported is told in words. */
  render(parts: readonly Part[], to: Address): readonly Piece[];
  /** Reports failure, never throws for it. */
  post(to: Address, piece: Piece, key: SendKey, signal: AbortSignal): Promise<Sent>;
  edit?(receipt: Receipt, piece: Piece, signal: AbortSignal): Promise<Sent>;
  /** Typing, reaction: best effort, never in the outbox. */
  hint?(to: Address, hint: "received" | "working"): Promise<void>;
  /** After accepting, never in decode. */
  fetch?(file: RemoteFile, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}
