import { fault, type IrcFault } from "./fault.ts";
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

export function takenNick(given: string, nick: string): IrcFault {
  return fault("NickInUse", ircFaultTexts.ircFaultNickTaken, { given, nick });
}

export function changedNick(given: string, nick: string): IrcFault {
  return fault("NickChanged", ircFaultTexts.ircFaultNickChanged, { given, nick });
}

export function notYet(): IrcFault {
  return fault("NotConnected", ircFaultTexts.ircFaultNotYet);
}

export function notAnyMore(): IrcFault {
  return fault("NotConnected", ircFaultTexts.ircFaultOver);
}
