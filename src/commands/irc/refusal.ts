import { CommandFault, type Language } from "#domain/command";
import type { JsonObject } from "#domain/json";
import type { Sentence } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { sayFault, type IrcFault, type IrcFaultCode } from "#wire/irc/fault";
import { ircTexts } from "./texts.ts";

/** Which key of `.env` it is about, or what comes next. The rest says that itself. */
const hints: Readonly<Partial<Record<IrcFaultCode, Sentence>>> = {
  DnsFailed: ircTexts.ircHintNetwork,
  ConnectionRefused: ircTexts.ircHintNetwork,
  HostUnreachable: ircTexts.ircHintNetwork,
  ConnectTimeout: ircTexts.ircHintNetwork,
  TlsFailed: ircTexts.ircHintTls,
  LinkLost: ircTexts.ircHintLost,
  ServerPasswordRejected: ircTexts.ircHintPassword,
  NickInUse: ircTexts.ircHintNickInUse,
  BadNick: ircTexts.ircHintNick,
  NickChanged: ircTexts.ircHintNick,
  SaslFailed: ircTexts.ircHintNickServ,
  NickServFailed: ircTexts.ircHintNickServ,
  BadChannelKey: ircTexts.ircHintKey,
  BannedFromChannel: ircTexts.ircHintChannel,
  InviteOnly: ircTexts.ircHintChannel,
  ChannelFull: ircTexts.ircHintChannel,
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
