import { boundedName, boundedText } from "#channels/kit/clean-text";
import type { ChannelId, Inbound, InboundBy, RemoteFile } from "#domain/channel";
import { defined } from "#lib/defined";
import type { TextLanguage } from "#lib/words/sentence";
import { filesOf, mimeOf } from "./decode-files.ts";
import { wordsOf } from "./decode-words.ts";
import { emojiLikeWire, eventWire, offlineFileWire, reactionWire, saidWire, type OfflineFileWire, type SaidWire, type SenderWire } from "./frame.ts";
import { refOf, roomOf, type Chat } from "./refs.ts";
import type { Segment } from "./cq-code.ts";
import { segmentsOf } from "./segments.ts";

export const platform = "onebot";

/** A message, before what it takes calls to find out. */
export interface Said {
  readonly key: string;
  readonly at: number;
  readonly self: string;
  readonly chat: Chat;
  readonly room: string;
  readonly by: InboundBy;
  readonly ref?: string;
  readonly text: string;
  readonly mentionsUs: boolean;
  /** The number of the message that it replies to. */
  readonly replyTo?: string;
  readonly forwards: readonly string[];
  readonly files: readonly RemoteFile[];
  readonly segments: readonly Segment[];
  readonly roomName?: string;
  /** A private chat that runs through a group, because the two are not friends. */
  readonly via?: string;
}

export type Decoded =
  | { readonly kind: "said"; readonly said: Said }
  | { readonly kind: "events"; readonly events: readonly Inbound[] }
  /** A heartbeat, a poke, what we said ourselves: nothing for the hub. */
  | { readonly kind: "nothing" }
  | { readonly kind: "unreadable" };

const nothing: Decoded = { kind: "nothing" };

export function decodeFrame(frame: unknown, { channel, language }: { readonly channel: ChannelId; readonly language: TextLanguage }): Decoded {
  const event = eventWire.safeParse(frame);
  if (!event.success) return { kind: "unreadable" };
  if (event.data.post_type === "message") return decodeMessage(frame, language);
  if (event.data.post_type !== "notice") return nothing;
  switch (event.data.notice_type) {
    case "group_msg_emoji_like":
    case "reaction":
      return decodeReaction(frame, channel);
    case "offline_file": {
      const sent = offlineFileWire.safeParse(frame);
      return sent.success ? { kind: "said", said: decodeOfflineFile(sent.data) } : { kind: "unreadable" };
    }
    default:
      return nothing;
  }
}

function decodeMessage(frame: unknown, language: TextLanguage): Decoded {
  const parsed = saidWire.safeParse(frame);
  if (!parsed.success) return { kind: "unreadable" };
  const wire = parsed.data;
  const chat = chatOf(wire);
  if (chat === undefined || wire.user_id === wire.self_id || wire.sub_type === "notice") return nothing;
  const room = roomOf(chat);
  const ref = refOf(room, wire.message_id);
  const segments = segmentsOf(wire.message);
  const { text, mentionsUs, replyTo, forwards } = wordsOf(segments, wire.self_id, language);
  const files = filesOf(segments, ref);
  if (text.trim() === "" && files.length === 0 && forwards.length === 0 && replyTo === undefined) return nothing;
  const via = chat.kind === "private" && wire.sub_type === "group" ? (wire.group_id ?? wire.sender?.group_id ?? undefined) : undefined;
  return {
    kind: "said",
    said: {
      // Numbers of messages are an implementation's own: the account and the chat make them unique.
      key: `${wire.self_id}:${ref}`,
      at: wire.time * 1000,
      self: wire.self_id,
      chat,
      room,
      by: speakerOf(wire),
      ref,
      text: boundedText(text),
      mentionsUs,
      ...defined({ replyTo }),
      forwards,
      files,
      segments,
      ...(chat.kind === "group" && wire.group_name ? { roomName: boundedName(wire.group_name) } : {}),
      ...defined({ via }),
    },
  };
}

function chatOf({ message_type: type, group_id: group, user_id: user }: SaidWire): Chat | undefined {
  if (type === "private") return { kind: "private", id: user };
  return type === "group" && typeof group === "string" ? { kind: "group", id: group } : undefined;
}

/** Who speaks: a person by their number, never by a name that they chose. Somebody anonymous in a group is an outsider. */
function speakerOf({ user_id: user, sender, anonymous, sub_type: kind }: SaidWire): InboundBy {
  if (anonymous || kind === "anonymous") return { kind: "outside", name: boundedName(anonymous?.name ?? "?") };
  return { kind: "account", account: `${platform}:${user}`, name: nameOf(sender, user) };
}

export function nameOf(sender: SenderWire, otherwise: string): string {
  return boundedName(sender?.card || sender?.nickname || otherwise);
}

function decodeOfflineFile({ time, self_id: self, user_id: user, file }: OfflineFileWire): Said {
  const chat: Chat = { kind: "private", id: user };
  const room = roomOf(chat);
  const id = `${room}/offline:${file.id ?? `${time}:${file.name}`}`.slice(0, 500);
  const segment = { type: "file", data: { file: file.name, file_id: file.id ?? "", url: file.url ?? "", file_hash: file.hash ?? "" } };
  return {
    key: `${self}:${id}`,
    at: time * 1000,
    self,
    chat,
    room,
    by: { kind: "account", account: `${platform}:${user}`, name: boundedName(user) },
    text: "",
    mentionsUs: false,
    forwards: [],
    files: [{ id: `${id}#0`, name: boundedName(file.name), mime: mimeOf(file.name), bytes: file.size ?? 0 }],
    segments: [segment],
  };
}

/** Each notice is one person's, about one message of a group. */
function decodeReaction(frame: unknown, channel: ChannelId): Decoded {
  const [like, reaction] = [emojiLikeWire.safeParse(frame), reactionWire.safeParse(frame)];
  const change = like.success
    ? { ...like.data, user: like.data.user_id, codes: like.data.likes.map((one) => one.emoji_id), removed: like.data.is_add === false }
    : reaction.success
      ? { ...reaction.data, user: reaction.data.operator_id, codes: [reaction.data.code], removed: reaction.data.sub_type === "remove" }
      : undefined;
  if (change === undefined) return { kind: "unreadable" };
  const { self_id: self, group_id: group, message_id: message, time, user, codes, removed } = change;
  if (user === self) return nothing;
  const room = roomOf({ kind: "group", id: group });
  const ref = refOf(room, message);
  const events = codes.map((code): Inbound => ({
    key: `${self}:${ref}:${user}:${code}:${removed ? "-" : "+"}:${time}`,
    at: time * 1000,
    from: { channel, room },
    direct: false,
    addressed: false,
    by: { kind: "account", account: `${platform}:${user}`, name: boundedName(user) },
    what: { kind: "reacted", ref, reaction: reactionOf(code), removed },
  }));
  return { kind: "events", events };
}

/** QQ names its own faces by small numbers and emoji by their code points. */
function reactionOf(code: string): string {
  const point = Number(code);
  return Number.isInteger(point) && point > 5_000 && point <= 0x10ffff ? String.fromCodePoint(point) : boundedName(`face:${code}`, 64);
}
