import { showHidden } from "#lib/visible";
import { catalogue, type Given, say, type Word } from "#lib/words";
import { fill, type Tongue } from "#lib/words/sentence";

/** Stable: callers and people's scripts compare them. */
export type IrcFaultCode =
  // The way to the server.
  | "DnsFailed"
  | "ConnectionRefused"
  | "HostUnreachable"
  | "ConnectTimeout"
  | "TlsFailed"
  | "LinkLost"
  // Who we are there.
  | "ServerPasswordRejected"
  | "NickInUse"
  | "BadNick"
  | "NickChanged"
  | "SaslFailed"
  | "NickServFailed"
  | "BannedFromServer"
  | "Killed"
  // A channel.
  | "BadChannelKey"
  | "BannedFromChannel"
  | "InviteOnly"
  | "ChannelFull"
  | "JoinRefused"
  | "Kicked"
  | "Parted"
  // A message.
  | "NoSuchTarget"
  | "CannotSend"
  | "NotConnected"
  | "CalledOff"
  // What the caller asked for.
  | "BadChannel"
  | "BadTarget"
  | "BadText"
  | "BadSetting";

export type IrcFaultWord = Extract<Word, `ircFault${string}`>;

/** What went wrong, and the sentence that says why and what to do about it, as the catalogue has it. Never holds a secret. */
export interface IrcFault {
  readonly code: IrcFaultCode;
  readonly word: IrcFaultWord;
  readonly values: Readonly<Record<string, string | number>>;
}

const maxWords = 200;

/** Words of the server or of somebody on it, fit to stand in a sentence of ours; empty when there are none. */
export function quoted(words: string): string {
  const visible = showHidden(words.replaceAll(/[\t\n]/g, " ").trim());
  if (visible === "") return "";
  return `"${visible.length > maxWords ? `${visible.slice(0, maxWords).toWellFormed()}…` : visible}"`;
}

export function fault<W extends IrcFaultWord>(code: IrcFaultCode, word: W, ...given: Given<W>): IrcFault {
  return { code, word, values: given[0] ?? {} };
}

export function sayFault(tongue: Tongue, { word, values }: IrcFault): string {
  const said = values["words"] === "" ? { ...values, words: say(tongue, "ircFaultNoReason") } : values;
  return fill(tongue, catalogue[word][tongue], said);
}
