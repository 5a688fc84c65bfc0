import { boundedName, boundedText } from "#channels/kit/clean-text";
import { channelTexts } from "#channels/kit/texts";
import type { ChannelId, Inbound, InboundBy, InboundWhat, Quoted, RemoteFile } from "#domain/channel";
import { defined } from "#lib/defined";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { nameOf, thingInWords, wordsOf, type Me } from "./decode-words.ts";
import { lineOf, type ListedCommand } from "./native-commands.ts";
import { refOf } from "./refs.ts";
import { timeOf } from "./snowflakes.ts";
import { interactionWire, messageWire, reactionWire, type InteractionWire, type MessageWire, type ReactionWire, type UserWire } from "./wire.ts";

export const platform = "discord";

export interface DecodeContext {
  readonly channel: ChannelId;
  readonly me: Me;
  readonly commands: readonly ListedCommand[];
  readonly language: TextLanguage;
  readonly now: () => number;
  /** Names an event that has no id of its own, the same when it is replayed. */
  readonly eventKey: string;
  /** Events do not say what a reaction's giver is called. */
  readonly nameOfUser: (id: string) => string | undefined;
}

/** What an event is to the hub. */
export type Decoded =
  | { readonly kind: "event"; readonly event: Inbound; readonly guild: string | undefined; readonly message?: string }
  /** Somebody who pressed a button or chose a command waits for an answer. */
  | { readonly kind: "interaction"; readonly event: Inbound; readonly guild: string | undefined; readonly id: string; readonly token: string }
  /** Somebody joined, a message was pinned, a link got its preview: nothing was said. */
  | { readonly kind: "nothing"; readonly message?: string }
  | { readonly kind: "unreadable" };

const nothing: Decoded = { kind: "nothing" };

export function decodeDispatch(type: string, data: unknown, context: DecodeContext): Decoded {
  switch (type) {
    case "MESSAGE_CREATE":
      return readAs(messageWire, data, (message) => decodeMessage(message, context));
    case "MESSAGE_UPDATE":
      // An update without an author or a time of editing only brings a preview or a pin.
      return isEdit(data) ? readAs(messageWire, data, (message) => decodeEdit(message, context)) : nothing;
    case "MESSAGE_REACTION_ADD":
    case "MESSAGE_REACTION_REMOVE":
      return readAs(reactionWire, data, (reaction) => decodeReaction(reaction, type.endsWith("REMOVE"), context));
    case "INTERACTION_CREATE":
      return readAs(interactionWire, data, (interaction) => decodeInteraction(interaction, context));
    default:
      return nothing;
  }
}

interface Schema<T> {
  safeParse(data: unknown): { readonly success: true; readonly data: T } | { readonly success: false };
}

function readAs<T>(schema: Schema<T>, data: unknown, decode: (value: T) => Decoded): Decoded {
  const parsed = schema.safeParse(data);
  return parsed.success ? decode(parsed.data) : { kind: "unreadable" };
}

function isEdit(data: unknown): boolean {
  return typeof data === "object" && data !== null && "author" in data && "edited_timestamp" in data && data.edited_timestamp !== null;
}

/** A message of a person or of a program; Discord's own notices have other types. */
const spoken = new Set([0, 19]);
const forward = 1;

function decodeMessage(message: MessageWire, context: DecodeContext): Decoded {
  const { id, author, guild_id: guild, message_reference: reference, referenced_message: replied, message_snapshots: snapshots = [] } = message;
  if (!spoken.has(message.type) || author.id === context.me.id) return { kind: "nothing", message: id };
  const words = wordsOf(message, context.me);
  const [passedOn] = reference?.type === forward ? snapshots : [];
  const files = filesOf(message, passedOn?.message.attachments ?? message.attachments);
  const text = passedOn === undefined ? words.text || thingInWords(message) : forwarded(context.language, passedOn.message.content);
  if (text === "" && files.length === 0) return { kind: "nothing", message: id };
  const isDirect = guild === undefined;
  const repliesToUs = reference?.type !== forward && replied?.author.id === context.me.id;
  const what: InboundWhat = {
    kind: "said",
    text: boundedText(text),
    ref: refOf(message.channel_id, id),
    ...(passedOn === undefined ? quoteOf(message, context.me) : {}),
    ...(files.length === 0 ? {} : { files }),
  };
  return {
    kind: "event",
    guild,
    message: id,
    event: {
      key: `message-${id}`,
      at: timeOf(id),
      from: { channel: context.channel, room: message.channel_id },
      direct: isDirect,
      addressed: isDirect || words.mentionsUs || repliesToUs,
      by: speakerOf(message),
      what,
    },
  };
}

function decodeEdit(message: MessageWire, context: DecodeContext): Decoded {
  const { id, author, channel_id: room, guild_id: guild, edited_timestamp: edited } = message;
  const { text } = wordsOf(message, context.me);
  if (!spoken.has(message.type) || author.id === context.me.id || text === "") return nothing;
  const isDirect = guild === undefined;
  const event: Inbound = {
    key: `edit-${id}-${edited ?? ""}`,
    at: Date.parse(edited ?? "") || context.now(),
    from: { channel: context.channel, room },
    direct: isDirect,
    addressed: isDirect,
    by: speakerOf(message),
    what: { kind: "edited", ref: refOf(room, id), text: boundedText(text) },
  };
  return { kind: "event", event, guild };
}

function decodeReaction(reaction: ReactionWire, removed: boolean, context: DecodeContext): Decoded {
  const { user_id: user, channel_id: room, message_id: message, guild_id: guild, member, emoji } = reaction;
  if (user === context.me.id) return nothing;
  const name = member?.user === undefined ? (context.nameOfUser(user) ?? user) : nameOf(member.user, member.nick);
  const event: Inbound = {
    key: `reaction-${context.eventKey}`,
    at: context.now(),
    from: { channel: context.channel, room },
    direct: guild === undefined,
    addressed: guild === undefined,
    by: { kind: member?.user?.bot === true ? "outside" : "account", account: `${platform}:${user}`, name: boundedName(name) },
    what: {
      kind: "reacted",
      ref: refOf(room, message),
      reaction: boundedName(emoji.id === null ? (emoji.name ?? "") : `:${emoji.name ?? emoji.id}:`, 64),
      removed,
    },
  };
  return { kind: "event", event, guild };
}

function decodeInteraction(interaction: InteractionWire, context: DecodeContext): Decoded {
  const { id, token, guild_id: guild, channel_id: room, locale } = interaction;
  const person = interaction.member?.user ?? interaction.user;
  const what = whatOf(interaction, context.commands);
  if (person === undefined || room === undefined || what === undefined) return nothing;
  const by = { ...accountOf(person, interaction.member?.nick), ...defined({ locale }) };
  const event: Inbound = {
    key: `interaction-${id}`,
    at: timeOf(id),
    from: { channel: context.channel, room },
    direct: guild === undefined,
    addressed: true,
    by: person.bot === true ? { kind: "outside", account: by.account, name: by.name } : { kind: "account", ...by },
    what,
  };
  return { kind: "interaction", event, guild, id, token };
}

function whatOf({ type, data = {}, message }: InteractionWire, commands: readonly ListedCommand[]): InboundWhat | undefined {
  if (type === 3 && data.custom_id !== undefined)
    return { kind: "pressed", data: boundedName(data.custom_id), ...(message === undefined ? {} : { ref: refOf(message.channel_id, message.id) }) };
  if (type !== 2 || data.name === undefined) return undefined;
  return { kind: "command", line: boundedText(lineOf(data.name, data.options ?? [], commands)) };
}

/** Who speaks: a person by their number, never by a name that they chose; a program or a webhook is an outsider. */
function speakerOf({ author, member, webhook_id: webhook }: MessageWire): InboundBy {
  const who = accountOf(author, member?.nick);
  if (webhook !== undefined) return { kind: "outside", name: who.name };
  return author.bot === true || author.system === true ? { kind: "outside", ...who } : { kind: "account", ...who };
}

function accountOf(user: UserWire, nick?: string | null): { readonly account: `discord:${string}`; readonly name: string } {
  return { account: `${platform}:${user.id}`, name: boundedName(nameOf(user, nick)) };
}

function quoteOf(
  { channel_id: room, message_reference: reference, referenced_message: replied, mentions }: MessageWire,
  me: Me,
): { readonly replyTo?: string; readonly quoted?: Quoted } {
  if (reference?.message_id === undefined) return {};
  const replyTo = refOf(reference.channel_id ?? room, reference.message_id);
  if (replied === undefined || replied === null) return { replyTo };
  const { text } = wordsOf({ content: replied.content, mentions }, { id: me.id, roles: new Set() });
  const shown = text || thingInWords(replied) || (replied.attachments[0]?.filename ?? "");
  return { replyTo, ...(shown === "" ? {} : { quoted: { text: boundedText(shown), by: boundedName(nameOf(replied.author)) } }) };
}

/** Named by message and number: the address of a file is signed and expires, so it is asked for when the file is fetched. */
function filesOf({ channel_id: room, id }: MessageWire, attachments: MessageWire["attachments"]): readonly RemoteFile[] {
  return attachments.map((one) => ({
    id: `${refOf(room, id)}:${one.id}`,
    name: boundedName(one.filename),
    mime: boundedName(one.content_type?.split(";", 1)[0] ?? "application/octet-stream", 100),
    bytes: one.size,
  }));
}

/** Somebody else's words, line by line behind a mark: they are neither a command nor an answer of the one who passes them on. Discord does not say whose. */
function forwarded(language: TextLanguage, text: string): string {
  const lines = text === "" ? [] : text.split("\n").map((line) => `> ${line}`);
  return [say(language, channelTexts.forwarded), ...lines].join("\n");
}
