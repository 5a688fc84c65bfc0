import { boundedName, boundedText } from "#channels/kit/clean-text";
import { channelTexts } from "#channels/kit/texts";
import type { Address, ChannelId, Inbound, InboundBy, InboundWhat, Quoted } from "#domain/channel";
import { defined } from "#lib/defined";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { filesOf, thingInWords } from "./decode-files.ts";
import { nameOf, wordsOf, type Me } from "./decode-words.ts";
import { refOf } from "./refs.ts";
import { updateWire, type ChatWire, type MessageWire, type OriginWire, type ReactionWire, type UpdateWire, type UserWire } from "./update.ts";

export const platform = "telegram";
export const askCommand = "ask";

export interface DecodeContext {
  readonly channel: ChannelId;
  readonly me: Me;
  /** The names in Telegram's own list of commands; a slash with any other word goes to the agent as typed. */
  readonly commands: ReadonlySet<string>;
  readonly language: TextLanguage;
  readonly now: () => number;
  /** The room that a chat's number stands for: a group keeps its own when Telegram gives it a new number. */
  readonly roomOf: (chat: number) => string;
  /** Reactions do not say in which topic their message is. */
  readonly topicOf: (ref: string) => string | undefined;
}

/** What an update is to the hub. `said`, `album`: messages with the same album are one. */
export type Decoded =
  | { readonly kind: "events"; readonly events: readonly Inbound[]; readonly album?: string; readonly query?: string }
  /** A group got a new number. */
  | { readonly kind: "moved"; readonly from: number; readonly to: number }
  /** Somebody joined, a message was pinned: nothing was said. */
  | { readonly kind: "nothing" }
  | { readonly kind: "unreadable" };

export function decodeUpdate(raw: unknown, context: DecodeContext): Decoded {
  const parsed = updateWire.safeParse(raw);
  if (!parsed.success) return { kind: "unreadable" };
  const update = parsed.data;
  if (update.message !== undefined) return decodeMessage(update, update.message, context);
  if (update.edited_message !== undefined) return decodeEdit(update, update.edited_message, context);
  if (update.callback_query !== undefined) return decodePress(update, update.callback_query, context);
  if (update.message_reaction !== undefined) return decodeReaction(update, update.message_reaction, context);
  return { kind: "nothing" };
}

function decodeMessage(update: UpdateWire, message: MessageWire, context: DecodeContext): Decoded {
  if (message.migrate_to_chat_id !== undefined) return { kind: "moved", from: message.chat.id, to: message.migrate_to_chat_id };
  const by = speakerOf(message);
  const files = filesOf(message);
  const words = wordsOf(message, context.me);
  const asked = isAsk(words.command, context.commands);
  const text = asked ? words.text.replace(/^\/\w+\s*/, "") : words.text === "" ? thingInWords(message) : words.text;
  if (by === undefined || message.chat.type === "channel" || (text === "" && files.length === 0)) return { kind: "nothing" };
  const ref = refOf(message.chat.id, message.message_id);
  const origin = originName(message);
  const command = origin === undefined ? commandLine(words.command, context.commands) : undefined;
  const repliesToUs = message.reply_to_message?.from?.id === context.me.id && !isTopicStart(message);
  const what: InboundWhat =
    command === undefined
      ? {
          kind: "said",
          text: boundedText(origin === undefined ? text : forwarded(context.language, origin, text)),
          ref,
          ...replied(message),
          ...(files.length === 0 ? {} : { files }),
        }
      : { kind: "command", line: boundedText(command), ref };
  // What somebody else wrote and this person passes on addresses nobody here.
  const isNamed =
    origin === undefined && (asked || words.mentionsUs || (words.command?.isForUs === true && message.chat.type !== "private" && namesUs(message, context.me)));
  return {
    kind: "events",
    events: [
      {
        key: keyOf(update),
        at: message.date * 1000,
        from: addressOf(message, context),
        direct: message.chat.type === "private",
        addressed: message.chat.type === "private" || command !== undefined || isNamed || repliesToUs,
        ...defined({ roomName: roomName(message) }),
        by,
        what,
      },
    ],
    ...defined({ album: message.media_group_id }),
  };
}

function decodeEdit(update: UpdateWire, message: MessageWire, context: DecodeContext): Decoded {
  const by = speakerOf(message);
  const { text } = wordsOf(message, context.me);
  if (by === undefined || message.chat.type === "channel" || text === "") return { kind: "nothing" };
  const direct = message.chat.type === "private";
  const what = { kind: "edited", ref: refOf(message.chat.id, message.message_id), text: boundedText(text) } as const;
  const event = { key: keyOf(update), at: context.now(), from: addressOf(message, context), direct, addressed: direct, by, what };
  return { kind: "events", events: [event] };
}

function decodePress(update: UpdateWire, query: NonNullable<UpdateWire["callback_query"]>, context: DecodeContext): Decoded {
  const { message, data, from, id } = query;
  if (message === undefined || data === undefined) return { kind: "events", events: [], query: id };
  const event: Inbound = {
    key: keyOf(update),
    at: context.now(),
    from: addressOf(message, context),
    direct: message.chat.type === "private",
    addressed: true,
    by: personOf(from),
    what: { kind: "pressed", data: boundedName(data), ref: refOf(message.chat.id, message.message_id) },
  };
  return { kind: "events", events: [event], query: id };
}

/** One update may take a reaction back and give another. */
function decodeReaction(update: UpdateWire, change: NonNullable<UpdateWire["message_reaction"]>, context: DecodeContext): Decoded {
  const { chat, message_id: message, date, user, actor_chat: actor, old_reaction: before, new_reaction: after } = change;
  const by = user === undefined ? outsideChat(actor) : personOf(user);
  if (by === undefined) return { kind: "nothing" };
  const ref = refOf(chat.id, message);
  const [was, is] = [before.map(reactionName), after.map(reactionName)];
  const changes = [
    ...was.filter((one) => !is.includes(one)).map((reaction) => ({ reaction, removed: true })),
    ...is.filter((one) => !was.includes(one)).map((reaction) => ({ reaction, removed: false })),
  ];
  const topic = context.topicOf(ref);
  const direct = chat.type === "private";
  const events = changes.map(({ reaction, removed }, i): Inbound => ({
    key: i === 0 ? keyOf(update) : `${keyOf(update)}.${i}`,
    at: date * 1000,
    from: { channel: context.channel, room: context.roomOf(chat.id), ...defined({ topic }) },
    direct,
    addressed: direct,
    by,
    what: { kind: "reacted", ref, reaction, removed },
  }));
  return { kind: "events", events };
}

/** The whole album as one event. The first message names it; its words are those of all captions. */
export function joinAlbum(events: readonly Inbound[]): Inbound | undefined {
  const [first, ...rest] = events;
  if (first?.what.kind !== "said" || rest.length === 0) return first;
  const all = events.flatMap(({ what }) => (what.kind === "said" ? [what] : []));
  const text = all.flatMap((what) => (what.text === "" ? [] : [what.text])).join("\n");
  const what = { ...first.what, text, files: all.flatMap(({ files = [] }) => files) };
  return { ...first, addressed: events.some(({ addressed }) => addressed), what };
}

function keyOf({ update_id: id }: UpdateWire): string {
  return `update-${id}`;
}

function addressOf(
  message: Pick<MessageWire, "chat" | "message_thread_id" | "is_topic_message">,
  { channel, roomOf }: Pick<DecodeContext, "channel" | "roomOf">,
): Address {
  // In a group without topics the same field only says which replies belong together.
  const topic = message.is_topic_message === true ? message.message_thread_id : undefined;
  return { channel, room: roomOf(message.chat.id), ...(topic === undefined ? {} : { topic: String(topic) }) };
}

function roomName({ chat, reply_to_message: reply }: MessageWire): string | undefined {
  if (chat.type === "private" || chat.title === undefined) return undefined;
  const topic = reply?.forum_topic_created?.name;
  return boundedName(topic === undefined ? chat.title : `${chat.title} › ${topic}`);
}

/** Who speaks: a person by their number, never by a name that they chose; a group, a channel or a program is an outsider. */
function speakerOf({ from, sender_chat: chat }: Pick<MessageWire, "from" | "sender_chat">): InboundBy | undefined {
  return chat === undefined ? from && personOf(from) : outsideChat(chat);
}

function personOf(user: UserWire): InboundBy {
  const who = { account: `${platform}:${user.id}`, name: boundedName(nameOf(user)) } as const;
  return user.is_bot ? { kind: "outside", ...who } : { kind: "account", ...who, ...defined({ locale: user.language_code }) };
}

function outsideChat(chat: ChatWire | undefined): InboundBy | undefined {
  return chat && { kind: "outside", name: boundedName(chat.title ?? String(chat.id)) };
}

/** A line of Telegram's own list. `/start` is what an app sends when somebody opens the chat, and `/ask` when it is chosen without words. */
function commandLine(command: ReturnType<typeof wordsOf>["command"], known: ReadonlySet<string>): string | undefined {
  if (command === undefined || !command.isForUs) return undefined;
  const isEmpty = command.name === "start" || (command.name === askCommand && command.rest === "");
  const name = isEmpty && !known.has(command.name) ? "help" : command.name;
  if (!known.has(name)) return undefined;
  return command.name === name && command.rest !== "" ? `${name} ${command.rest}` : name;
}

/**
 * `/ask words` is the words. In groups Telegram keeps mentions from a bot in privacy mode, and delivers commands: without this one
 * nobody could begin there.
 */
function isAsk(command: ReturnType<typeof wordsOf>["command"], known: ReadonlySet<string>): boolean {
  return command?.name === askCommand && command.isForUs && command.rest !== "" && !known.has(askCommand);
}

/** `/word@our_bot`: meant for us whatever the word is. */
function namesUs({ text = "", entities = [] }: MessageWire, me: Me): boolean {
  const [first] = entities;
  return first?.type === "bot_command" && first.offset === 0 && text.slice(0, first.length).toLowerCase().endsWith(`@${me.username.toLowerCase()}`);
}

/** Every message of a topic replies to the one that began it, unless it replies to another. */
function isTopicStart({ reply_to_message: reply, message_thread_id: topic, is_topic_message: inTopic }: MessageWire): boolean {
  return reply !== undefined && (reply.forum_topic_created !== undefined || (inTopic === true && reply.message_id === topic));
}

function replied(message: MessageWire): { readonly replyTo?: string; readonly quoted?: Quoted } {
  const { reply_to_message: reply, external_reply: external, quote, chat } = message;
  if (reply !== undefined && !isTopicStart(message)) {
    const text = quote?.text ?? reply.text ?? reply.caption ?? filesOf(reply)[0]?.name;
    const by = reply.from === undefined ? (reply.sender_chat?.title ?? "") : nameOf(reply.from);
    return { replyTo: refOf(chat.id, reply.message_id), ...(text === undefined ? {} : { quoted: { text: boundedText(text), by: boundedName(by) } }) };
  }
  // A reply to a message of another chat: only what was quoted of it comes along.
  if (external === undefined || quote === undefined) return {};
  return { quoted: { text: boundedText(quote.text), by: boundedName(nameOfOrigin(external.origin)) } };
}

/** Whose words they are, where the sender only passes them on. */
function originName({ forward_origin: origin, via_bot: bot }: MessageWire): string | undefined {
  if (origin !== undefined) return nameOfOrigin(origin);
  return bot === undefined ? undefined : `@${bot.username ?? bot.first_name}`;
}

function nameOfOrigin(origin: OriginWire): string {
  switch (origin.type) {
    case "user":
      return nameOf(origin.sender_user);
    case "hidden_user":
      return origin.sender_user_name;
    case "chat":
      return origin.sender_chat.title ?? String(origin.sender_chat.id);
    case "channel":
      return origin.chat.title ?? String(origin.chat.id);
  }
}

/** Somebody else's words, line by line behind a mark: they are neither a command nor an answer of the one who passes them on. */
function forwarded(language: TextLanguage, from: string, text: string): string {
  const lines = text === "" ? [] : text.split("\n").map((line) => `> ${line}`);
  const name = boundedName(from).replaceAll(/\s+/g, " ");
  return [say(language, channelTexts.forwardedFrom, { name }), ...lines].join("\n");
}

function reactionName(reaction: ReactionWire): string {
  switch (reaction.type) {
    case "emoji":
      return boundedName(reaction.emoji, 64);
    case "custom_emoji":
      return boundedName(`custom:${reaction.custom_emoji_id}`, 64);
    case "paid":
      return "⭐";
  }
}
