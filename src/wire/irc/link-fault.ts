import { fault, type IrcFault } from "./fault.ts";
import type { IrcSpec } from "./spec.ts";

// What the link itself finds out, without a word of the server.

export function noSignOfLife({ server: host }: IrcSpec): IrcFault {
  return fault("LinkLost", "ircFaultSilent", { host });
}

export function noWelcome({ server: host, port }: IrcSpec): IrcFault {
  return fault("ConnectTimeout", "ircFaultNoWelcome", { host, port });
}

export function noSasl(why: "ircFaultSaslLate" | "ircFaultSaslMissing"): IrcFault {
  return fault("SaslFailed", why);
}

export function otherNick(given: string, nick: string): IrcFault {
  return fault("BadNick", "ircFaultOtherNick", { given, nick });
}

export function changedNick(given: string, nick: string): IrcFault {
  return fault("NickChanged", "ircFaultNickChanged", { given, nick });
}

export function notYet(): IrcFault {
  return fault("NotConnected", "ircFaultNotYet");
}

export function notAnyMore(): IrcFault {
  return fault("NotConnected", "ircFaultOver");
}
