import { fault, type IrcFault } from "./fault.ts";

// Everything that becomes part of a line passes here first: a line end in an argument would be a command of somebody else's choosing.

const maxName = 200;
const controls = /[\u0000-\u001f\u007f]/;
const ownNick = /^[A-Za-z[\]\\`_^{|}][A-Za-z0-9[\]\\`_^{|}-]*$/;
/** Not a channel, a mask, a server or several targets at once. */
const otherNick = /^[^\u0000-\u0020\u007f,:!@*?.#&+$%~0-9-][^\u0000-\u0020\u007f,:!@*?.]*$/;

/** What is wrong with it, or undefined. */
export function faultOfNick(nick: string): IrcFault | undefined {
  if (ownNick.test(nick) && nick.length <= maxName) return undefined;
  return fault("BadNick", "ircFaultBadNick", { signs: "[]\\`_^{|}-" });
}

export function faultOfChannel(name: string, types = "#&+!"): IrcFault | undefined {
  if (isName(name) && types.includes(name.charAt(0))) return undefined;
  return fault("BadChannel", "ircFaultBadChannel", { types });
}

export function faultOfKey(key: string): IrcFault | undefined {
  if (isName(key) && !key.startsWith(":")) return undefined;
  return fault("BadSetting", "ircFaultBadKey");
}

/** A channel or a nick, one of them. */
export function faultOfTarget(target: string, types = "#&+!"): IrcFault | undefined {
  if (isName(target) && (types.includes(target.charAt(0)) || otherNick.test(target))) return undefined;
  return fault("BadTarget", "ircFaultBadTarget", { types });
}

/** Line ends are allowed; each begins a message of its own. */
export function faultOfText(text: string): IrcFault | undefined {
  if (text.includes("\u0000")) return fault("BadText", "ircFaultZero");
  if (text.includes("\u0001")) return fault("BadText", "ircFaultCtcp");
  if (!/[^ \r\n]/.test(text)) return fault("BadText", "ircFaultEmpty");
  return undefined;
}

export function faultOfPassword(password: string, word: "ircFaultServerPassword" | "ircFaultNickServPassword"): IrcFault | undefined {
  return password !== "" && isPlain(password) ? undefined : fault("BadSetting", word);
}

export function faultOfRealName(name: string): IrcFault | undefined {
  return name.trim() !== "" && isPlain(name) ? undefined : fault("BadSetting", "ircFaultRealName");
}

function isPlain(words: string): boolean {
  return words.length <= maxName && !controls.test(words);
}

function isName(name: string): boolean {
  return name !== "" && Buffer.byteLength(name) <= maxName && !/[ ,]/.test(name) && !controls.test(name);
}
