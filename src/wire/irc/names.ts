import { fault, type IrcFault } from "./fault.ts";
import { ircFaultTexts } from "./texts.ts";

// Everything that becomes part of a line is checked here first: a line ending in an argument would inject a command.

const maxName = 200;
const controls = /[\u0000-\u001f\u007f]/;
const ownNick = /^[A-Za-z[\]\\`_^{|}][A-Za-z0-9[\]\\`_^{|}-]*$/;
/** Excludes channels, masks, servers and multiple targets. */
const otherNick = /^[^\u0000-\u0020\u007f,:!@*?.#&+$%~0-9-][^\u0000-\u0020\u007f,:!@*?.]*$/;

/** What is wrong with it, or undefined. */
export function faultOfNick(nick: string): IrcFault | undefined {
  if (ownNick.test(nick) && nick.length <= maxName) return undefined;
  return fault("BadNick", ircFaultTexts.ircFaultBadNick, { signs: "[]\\`_^{|}-" });
}

export function faultOfChannel(name: string, types = "#&+!"): IrcFault | undefined {
  if (isName(name) && types.includes(name.charAt(0))) return undefined;
  return fault("BadChannel", ircFaultTexts.ircFaultBadChannel, { types });
}

export function faultOfKey(key: string): IrcFault | undefined {
  if (isName(key) && !key.startsWith(":")) return undefined;
  return fault("BadSetting", ircFaultTexts.ircFaultBadKey);
}

/** A single channel or nick. */
export function faultOfTarget(target: string, types = "#&+!"): IrcFault | undefined {
  if (isName(target) && (types.includes(target.charAt(0)) || otherNick.test(target))) return undefined;
  return fault("BadTarget", ircFaultTexts.ircFaultBadTarget, { types });
}

/** Line endings are allowed; each starts a new message. */
export function faultOfText(text: string): IrcFault | undefined {
  if (text.includes("\u0000")) return fault("BadText", ircFaultTexts.ircFaultZero);
  if (text.includes("\u0001")) return fault("BadText", ircFaultTexts.ircFaultCtcp);
  if (!/[^ \r\n]/.test(text)) return fault("BadText", ircFaultTexts.ircFaultEmpty);
  return undefined;
}

export function faultOfPassword(password: string, text: (typeof ircFaultTexts)["ircFaultServerPassword" | "ircFaultNickServPassword"]): IrcFault | undefined {
  return password !== "" && isPlain(password) ? undefined : fault("BadSetting", text);
}

export function faultOfRealName(name: string): IrcFault | undefined {
  return name.trim() !== "" && isPlain(name) ? undefined : fault("BadSetting", ircFaultTexts.ircFaultRealName);
}

function isPlain(words: string): boolean {
  return words.length <= maxName && !controls.test(words);
}

function isName(name: string): boolean {
  return name !== "" && Buffer.byteLength(name) <= maxName && !/[ ,]/.test(name) && !controls.test(name);
}
