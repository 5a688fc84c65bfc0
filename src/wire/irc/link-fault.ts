import { fault, type IrcFault } from "./fault.ts";
import type { Joining } from "./joining.ts";
import type { IrcSpec } from "./spec.ts";
import { ircFaultTexts } from "./texts.ts";

// Faults that the link itself detects.

export function noSignOfLife({ server: host }: IrcSpec): IrcFault {
  return fault("LinkLost", ircFaultTexts.ircFaultSilent, { host });
}

export function noWelcome({ server: host, port }: IrcSpec): IrcFault {
  return fault("ConnectTimeout", ircFaultTexts.ircFaultNoWelcome, { host, port });
}

export function noSasl(why: (typeof ircFaultTexts)["ircFaultSaslLate" | "ircFaultSaslMissing"]): IrcFault {
  return fault("SaslFailed", why);
}

export function otherNick(given: string, nick: string): IrcFault {
  return fault("BadNick", ircFaultTexts.ircFaultOtherNick, { given, nick });
}

/** Every reason why a link is not as the spec asks: channels that are not joined, another nick. */
export function unlikeSpec({ nick, channels, otherNicks }: IrcSpec, joining: Pick<Joining, "isIn" | "faultOf">, given: string): readonly IrcFault[] {
  const missing = channels.filter(({ name }) => !joining.isIn(name)).flatMap(({ name }) => joining.faultOf(name) ?? []);
  if (given === nick) return missing;
  return [...missing, (otherNicks === undefined ? changedNick : takenNick)(given, nick)];
}

function takenNick(given: string, nick: string): IrcFault {
  return fault("NickInUse", ircFaultTexts.ircFaultNickTaken, { given, nick });
}

function changedNick(given: string, nick: string): IrcFault {
  return fault("NickChanged", ircFaultTexts.ircFaultNickChanged, { given, nick });
}

export function notYet(): IrcFault {
  return fault("NotConnected", ircFaultTexts.ircFaultNotYet);
}

export function notAnyMore(): IrcFault {
  return fault("NotConnected", ircFaultTexts.ircFaultOver);
}
