import { boundedName, boundedText } from "#channels/kit/clean-text";
import { channelTexts } from "#channels/kit/texts";
import type { Address, ChannelId, Inbound, InboundBy, InboundWhat, Quoted } from "#domain/channel";
import { defined } from "#lib/defined";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { Me } from "./bot.ts";
import { readContent, type Content } from "./content.ts";
import type { FetchedMessage, MenuEvent, MessageEvent, PressEvent, ReactionEvent } from "./event.ts";
import { emojiOf } from "./reactions.ts";

export const platform = "feishu";

export interface DecodeContext {
  readonly channel: ChannelId;
  readonly me: Me;
  readonly appId: string;
  readonly language: TextLanguage;
  readonly now: () => number;
}

/** What the event itself does not say. */
export interface Found {
  readonly name: string;
  readonly roomName?: string | undefined;
  /** The message that it replies to. */
  readonly replied?: FetchedMessage | undefined;
  readonly repliedBy?: string | undefined;
  /** What was forwarded with it, each with its writer's name. */
  readonly forwarded?: readonly { readonly message: FetchedMessage; readonly by: string }[] | undefined;
}

/** The same for every delivery of one message, whatever the event is called. */
export function messageKey({ message }: Pick<MessageEvent, "message">): string {
  return `message-${message.message_id}`;
}

export function eventKey({ event_id: id }: { readonly event_id: string }): string {
  return `event-${id}`;
}

/** Alone with somebody, the room is the person: the bot can write to them before they ever wrote. */
export function roomOf(chatId: string, isDirect: boolean, openId: string | undefined): string {
  return isDirect && openId !== undefined ? openId : chatId;
}

export function isDirectChat({ message }: Pick<MessageEvent, "message">): boolean {
  return message.chat_type === "p2p";
}

/** Undefined: nothing was said. */
export function decodeMessage(event: MessageEvent, context: DecodeContext, found: Found): Inbound | undefined {
  const { sender, message } = event;
  const openId = sender.sender_id?.open_id;
  const by = speakerOf(sender.sender_type, openId, found.name);
  const direct = isDirectChat(event);
  const content = message.message_type === "merge_forward" ? forwardedContent(context, found) : contentOf(message, context);
  if (by === undefined || (content.text === "" && content.files.length === 0)) return undefined;
  const isReply = message.parent_id !== undefined && message.parent_id !== "";
  const repliesToUs = isReply && isOurs(found.replied, context);
  const what: InboundWhat = {
    kind: "said",
    text: boundedText(content.text),
    ref: message.message_id,
    ...(isReply ? defined({ replyTo: message.parent_id, quoted: quotedOf(message, found, context) }) : {}),
    ...(content.files.length === 0 ? {} : { files: content.files }),
  };
  return {
    key: messageKey(event),
    at: Number(message.create_time) || context.now(),
    from: { channel: context.channel, room: roomOf(message.chat_id, direct, openId), ...defined({ topic: message.thread_id }) },
    direct,
    addressed: direct || content.mentionsUs || repliesToUs,
    ...defined({ roomName: direct ? undefined : found.roomName }),
    by,
    what,
  };
}

/** Where the message is that a reaction or a press is about. */
export interface Place {
  readonly address: Address;
  readonly direct: boolean;
  readonly name: string;
}

export function decodeReaction(event: ReactionEvent, { now }: Pick<DecodeContext, "now">, { address, direct, name }: Place): Inbound | undefined {
  const by = speakerOf(event.operator_type, event.user_id?.open_id, name);
  if (by === undefined) return undefined;
  return {
    key: eventKey(event),
    at: Number(event.action_time) || now(),
    from: address,
    direct,
    addressed: direct,
    by,
    what: {
      kind: "reacted",
      ref: event.message_id,
      reaction: boundedName(emojiOf(event.reaction_type.emoji_type), 64),
      removed: event.event_type.includes("deleted"),
    },
  };
}

export function decodePress(event: PressEvent, { now }: Pick<DecodeContext, "now">, { address, direct, name }: Place): Inbound {
  return {
    key: eventKey(event),
    at: now(),
    from: address,
    direct,
    addressed: true,
    by: { kind: "account", account: `${platform}:${event.operator.open_id}`, name },
    what: { kind: "pressed", data: boundedName(event.action.value.answer), ref: event.context.open_message_id },
  };
}

/** An item of the bot's menu, whose event id is the command's line: `sessions`, `use work`. */
export function decodeMenu(event: MenuEvent, { channel, now }: Pick<DecodeContext, "channel" | "now">, name: string): Inbound | undefined {
  const openId = event.operator.operator_id.open_id;
  if (openId === undefined) return undefined;
  return {
    key: eventKey(event),
    at: now(),
    from: { channel, room: openId },
    direct: true,
    addressed: true,
    by: { kind: "account", account: `${platform}:${openId}`, name },
    what: { kind: "command", line: boundedText(event.event_key) },
  };
}

/** A person by their open id, never by a name; a program is an outsider. */
function speakerOf(type: string, openId: string | undefined, name: string): InboundBy | undefined {
  if (openId === undefined) return type === "user" ? undefined : { kind: "outside", name: boundedName(name) };
  const who = { account: `${platform}:${openId}`, name: boundedName(name) } as const;
  return type === "user" ? { kind: "account", ...who } : { kind: "outside", ...who };
}

function contentOf(message: MessageEvent["message"], { me }: DecodeContext): Content {
  const { message_id: id, message_type: type, content, mentions = [] } = message;
  return readContent({ id, type, content, mentions }, me.openId);
}

function isOurs(message: FetchedMessage | undefined, { appId }: DecodeContext): boolean {
  return message?.sender?.sender_type === "app" && message.sender.id === appId;
}

/** In a thread every line replies to the first one, which is not quoted each time. */
function quotedOf({ thread_id: thread }: MessageEvent["message"], { replied, repliedBy = "" }: Found, context: DecodeContext): Quoted | undefined {
  if (replied === undefined || thread !== undefined) return undefined;
  const text = wordsOf(replied, context);
  return text === "" ? undefined : { text: boundedText(text), by: boundedName(isOurs(replied, context) ? context.me.name : repliedBy) };
}

function wordsOf({ message_id: id, msg_type: type, body, mentions = [] }: FetchedMessage, { me }: DecodeContext): string {
  const { text, files } = readContent({ id, type, content: body?.content ?? "", mentions }, me.openId);
  return [text.replace(/^\[interactive\] /, ""), ...files.map(({ name }) => `[${name}]`)].filter(Boolean).join("\n");
}

/** Somebody else's words, line by line behind a mark: they are neither a command nor an answer of the one who passes them on. */
function forwardedContent(context: DecodeContext, { forwarded = [] }: Found): Content {
  const lines = forwarded.flatMap(({ message, by }) => {
    const head = say(context.language, channelTexts.forwardedFrom, { name: boundedName(by).replaceAll(/\s+/g, " ") });
    return [
      head,
      ...wordsOf(message, context)
        .split("\n")
        .map((line) => `> ${line}`),
    ];
  });
  return { text: lines.length === 0 ? "[merge_forward]" : lines.join("\n"), mentionsUs: false, files: [] };
}
