import { showHidden } from "#lib/text/show-hidden";
import { say, type Values } from "#lib/words/words";
import { fill, type KeyedSentence, type TextLanguage } from "#lib/words/sentence";
import { ircFaultTexts } from "./texts.ts";

/** Stable: callers and scripts rely on them. */
export type IrcFaultCode =
  // Reaching the server.
  | "DnsFailed"
  | "ConnectionRefused"
  | "HostUnreachable"
  | "ConnectTimeout"
  | "TlsFailed"
  | "LinkLost"
  // Identity.
  | "ServerPasswordRejected"
  | "NickInUse"
  | "BadNick"
  | "NickChanged"
  | "SaslFailed"
  | "NickServFailed"
  | "BannedFromServer"
  | "Killed"
  // Channels.
  | "BadChannelKey"
  | "BannedFromChannel"
  | "InviteOnly"
  | "ChannelFull"
  | "JoinRefused"
  | "Kicked"
  | "Parted"
  // Messages.
  | "NoSuchTarget"
  | "CannotSend"
  | "TooFast"
  | "NotConnected"
  | "CalledOff"
  // Invalid input.
  | "BadChannel"
  | "BadTarget"
  | "BadText"
  | "BadSetting";

/** What went wrong, with a text that says why and what to do. Never contains a secret. */
export interface IrcFault {
  readonly code: IrcFaultCode;
  readonly text: KeyedSentence;
  readonly values: Readonly<Record<string, string | number>>;
}

const maxWords = 200;

/** A server's or user's text, sanitised for use in one of our sentences; empty if there is none. */
export function quoted(words: string): string {
  const visible = showHidden(words.replaceAll(/[\t\n]/g, " ").trim());
  if (visible === "") return "";
  return `"${visible.length > maxWords ? `${visible.slice(0, maxWords).toWellFormed()}…` : visible}"`;
}

export function fault<const S extends KeyedSentence>(code: IrcFaultCode, text: S, ...values: Values<S>): IrcFault {
  return { code, text, values: values[0] ?? {} };
}

export function sayFault(tongue: TextLanguage, { text, values }: IrcFault): string {
  const said = values["words"] === "" ? { ...values, words: say(tongue, ircFaultTexts.ircFaultNoReason) } : values;
  return fill(tongue, text[tongue], said);
}
