import { CommandFault, type Language } from "#domain/command";
import type { JsonObject } from "#domain/json";
import { say, type Word } from "#lib/words";
import { sayFault, type IrcFault, type IrcFaultCode } from "#wire/irc/fault";

type Hint = Extract<Word, `ircHint${string}`>;

/** Which key of `.env` it is about, or what comes next. The rest says that itself. */
const hints: Readonly<Partial<Record<IrcFaultCode, Hint>>> = {
  DnsFailed: "ircHintNetwork",
  ConnectionRefused: "ircHintNetwork",
  HostUnreachable: "ircHintNetwork",
  ConnectTimeout: "ircHintNetwork",
  TlsFailed: "ircHintTls",
  LinkLost: "ircHintLost",
  ServerPasswordRejected: "ircHintPassword",
  NickInUse: "ircHintNickInUse",
  BadNick: "ircHintNick",
  NickChanged: "ircHintNick",
  SaslFailed: "ircHintNickServ",
  NickServFailed: "ircHintNickServ",
  BadChannelKey: "ircHintKey",
  BannedFromChannel: "ircHintChannel",
  InviteOnly: "ircHintChannel",
  ChannelFull: "ircHintChannel",
};

/** What the wire found, with what the operator can do about it. */
export function sentenceOf(fault: IrcFault, language: Language): string {
  const hint = hints[fault.code];
  const said = sayFault(language, fault);
  return hint === undefined ? said : `${said} ${say(language, hint)}`;
}

export function refusalOf(fault: IrcFault, language: Language, data: JsonObject = {}): CommandFault {
  return new CommandFault(fault.code, sentenceOf(fault, language), data);
}

/** Trouble of the way there, which may be over in a moment. Everything else stays until somebody changes something. */
const passing: ReadonlySet<IrcFaultCode> = new Set(["DnsFailed", "ConnectionRefused", "HostUnreachable", "ConnectTimeout", "LinkLost"]);

export function isPassing({ code }: IrcFault): boolean {
  return passing.has(code);
}
