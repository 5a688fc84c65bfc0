import { showHidden } from "#lib/visible";

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

/** What went wrong, why, and what to do about it. Never holds a secret. */
export interface IrcFault {
  readonly code: IrcFaultCode;
  readonly message: string;
}

const maxWords = 200;

/** Words of the server or of somebody on it, fit to stand in a sentence of ours. */
export function quoted(words: string): string {
  const visible = showHidden(words.replaceAll(/[\t\n]/g, " ").trim());
  if (visible === "") return "no reason";
  return `"${visible.length > maxWords ? `${visible.slice(0, maxWords).toWellFormed()}…` : visible}"`;
}

export function fault(code: IrcFaultCode, message: string): IrcFault {
  return { code, message };
}
