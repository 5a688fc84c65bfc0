import { boundedName, boundedText } from "#channels/kit/clean-text";
import type { ChannelId, Inbound, InboundBy } from "#domain/channel";
import type { Account } from "#domain/people";
import { defined } from "#lib/defined";
import type { IrcMessage } from "#wire/irc/spec";
import { withoutCodes } from "./formatting.ts";

const platform = "irc";

/** Who wrote a message: the services account that the server vouches for, or nobody it knows. */
export type Speaker = string | undefined;

export interface DecodeContext {
  readonly channel: ChannelId;
  /** Our nick at this moment. */
  readonly nick: string;
  readonly fold: (name: string) => string;
  readonly key: (message: IrcMessage) => string;
}

/** Undefined for what is not meant for people's eyes: notices, CTCP, our own lines, messages to whole servers. */
export function decodeMessage(message: IrcMessage, speaker: Speaker, { channel, nick, fold, key }: DecodeContext): Inbound | undefined {
  if (!isSpoken(message)) return undefined;
  const direct = fold(message.target) === fold(nick);
  if (!direct && !isChannel(message.target)) return undefined;
  const said = withoutCodes(message.text);
  const words = withoutMention(said, nick, fold);
  const text = boundedText(words ?? said);
  if (text.trim() === "") return undefined;
  return {
    key: key(message),
    at: message.at,
    from: { channel, room: direct ? directRoom(speaker, message.nick, fold) : fold(message.target) },
    direct,
    addressed: direct || words !== undefined,
    ...(direct ? {} : { roomName: boundedName(message.target) }),
    by: speakerOf(message, speaker, channel, direct),
    what: { kind: "said", text, ...defined({ ref: message.id }) },
  };
}

export function isSpoken({ kind, own }: IrcMessage): boolean {
  return kind === "message" && !own;
}

export function isChannel(target: string): boolean {
  return /^[#&+!]/.test(target);
}

/** Nobody's account begins with it, and no nick does. */
const unproven = "~";

/** A direct chat belongs to the account, whatever its nick is at the moment. One with a bare nick is marked as such. */
function directRoom(speaker: Speaker, nick: string, fold: (name: string) => string): string {
  return speaker ?? `${unproven}${fold(nick)}`;
}

/** Where a direct chat leads to: an account, or a nick without a proven account. */
export function parseDirectRoom(room: string): { readonly account: string } | { readonly nick: string } {
  return room.startsWith(unproven) ? { nick: room.slice(unproven.length) } : { account: room };
}

/**
 * Accounts of another network are other people: those of the bot called `work` are `irc:alice@work`. A bare nick proves nothing: alone
 * with us it is somebody unknown, and in a channel it is nobody whose words count.
 */
function speakerOf({ nick, isBot }: IrcMessage, speaker: Speaker, channel: ChannelId, direct: boolean): InboundBy {
  const name = boundedName(nick);
  if (speaker === undefined)
    return direct && isBot !== true
      ? { kind: "account", account: accountOf(channel, `${unproven}${nick}`), name, unverified: true }
      : { kind: "outside", name };
  const account = accountOf(channel, speaker);
  return isBot === true ? { kind: "outside", name, account } : { kind: "account", account, name };
}

export function accountOf(channel: ChannelId, account: string): Account {
  return `${platform}:${account}${networkOf(channel)}`;
}

/** The account's name at services, or undefined if it is one of another network. */
export function servicesAccount(channel: ChannelId, account: Account): string | undefined {
  const network = networkOf(channel);
  const name = account.slice(platform.length + 1);
  if (!name.endsWith(network)) return undefined;
  const bare = network === "" ? name : name.slice(0, -network.length);
  return bare === "" || bare.includes("@") || bare.startsWith(unproven) ? undefined : bare;
}

function networkOf(channel: ChannelId): string {
  return channel.startsWith(`${platform}-`) ? `@${channel.slice(platform.length + 1)}` : "";
}

/** `NICK: text` and `NICK, text`; undefined if the line does not begin so. */
function withoutMention(text: string, nick: string, fold: (name: string) => string): string | undefined {
  const [whole, named = ""] = /^\s*@?([^\s:,]+)[:,]\s*/.exec(text) ?? [];
  return whole !== undefined && fold(named) === fold(nick) ? text.slice(whole.length) : undefined;
}
