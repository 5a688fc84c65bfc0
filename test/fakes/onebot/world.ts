import type { Segment } from "#channels/onebot/cq-code";
import type { Personality } from "./personality.ts";

export interface QqChat {
  readonly kind: "group" | "private";
  readonly id: number;
}

export interface QqFile {
  readonly name: string;
  readonly content: Buffer;
}

/** What QQ remembers of a message. */
export interface QqMessage {
  /** 32 bits with a sign, and in no order. */
  readonly id: number;
  readonly chat: QqChat;
  readonly user: number;
  readonly time: number;
  readonly segments: readonly Segment[];
  /** The texts of a merged forward. */
  readonly nodes?: readonly string[];
  readonly file?: QqFile;
  readonly replyTo?: number;
}

export interface World {
  readonly self: number;
  readonly personality: Personality;
  readonly names: Map<number, string>;
  readonly friends: Set<number>;
  readonly groups: Map<number, string>;
  readonly messages: Map<number, QqMessage>;
  /** By the id in their address. */
  readonly files: Map<string, QqFile>;
  readonly streams: Map<string, { readonly chunks: Map<number, Buffer>; readonly total: number; readonly name: string; readonly sha256: string }>;
  /** Files that were streamed here, by the path they have here. */
  readonly streamed: Map<string, Buffer>;
  readonly hints: { readonly doing: string; readonly on?: string }[];
  isOnline: boolean;
  /** Where files are handed over. */
  fileRoot(): string;
  nextMessage(): number;
}

/** An answer that says no. */
export class Refusal extends Error {}

export const longestText = 4_500;

/** What people read of a message. */
export function shownText({ segments, nodes }: Pick<QqMessage, "segments" | "nodes">): string {
  if (nodes !== undefined) return nodes.join("");
  return segments.map(({ type, data }) => (type === "text" ? String(data["text"]) : "")).join("");
}

export function refOf({ chat, id }: Pick<QqMessage, "chat" | "id">): string {
  return `${chat.kind}:${chat.id}/${id}`;
}
