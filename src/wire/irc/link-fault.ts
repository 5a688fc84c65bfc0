import { fault, type IrcFault } from "./fault.ts";
import type { IrcSpec } from "./spec.ts";

// What the link itself finds out, without a word of the server.

export function noSignOfLife({ server }: IrcSpec): IrcFault {
  return fault("LinkLost", `${server} gives no sign of life any more. Check the network and connect again.`);
}

export function noWelcome({ server, port }: IrcSpec): IrcFault {
  return fault(
    "ConnectTimeout",
    `${server} port ${port} accepted the connection and then did not answer as an IRC server does. Check the port, and whether it wants TLS.`,
  );
}

export function noSasl(why: string): IrcFault {
  return fault("SaslFailed", `The server did not log us in by SASL: ${why}. Try again later, or log in through NickServ instead.`);
}

export function otherNick(given: string, asked: string): IrcFault {
  return fault("BadNick", `The server made ${given} of the nick ${asked}. Choose one that it takes as it is; many servers allow nine characters.`);
}

export function changedNick(nick: string, asked: string): IrcFault {
  return fault("NickChanged", `The server or its services changed the nick from ${asked} to ${nick}. Log in with the nick's password, or choose another nick.`);
}

export function notYet(): IrcFault {
  return fault("NotConnected", "The link is not up yet. Wait until it is connected.");
}

export function notAnyMore(): IrcFault {
  return fault("NotConnected", "The link is closed. Connect again.");
}
