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
  return fault("BadNick", "The nick is not one that IRC knows. Use letters, digits and []\\`_^{|}- and begin with no digit or hyphen.");
}

export function faultOfChannel(name: string, types = "#&+!"): IrcFault | undefined {
  if (isName(name) && types.includes(name.charAt(0))) return undefined;
  return fault("BadChannel", `A channel's name begins with one of ${types} and has no space, comma or control character in it. Correct the name.`);
}

export function faultOfKey(key: string): IrcFault | undefined {
  if (isName(key) && !key.startsWith(":")) return undefined;
  return fault("BadSetting", "The channel's key is empty, too long, or has a space, a comma, a control character or a colon at its start. Correct the key.");
}

/** A channel or a nick, one of them. */
export function faultOfTarget(target: string, types = "#&+!"): IrcFault | undefined {
  if (isName(target) && (types.includes(target.charAt(0)) || otherNick.test(target))) return undefined;
  return fault(
    "BadTarget",
    `The target is neither one channel (${types} in front) nor one nick. Name one, without spaces, commas, masks or control characters.`,
  );
}

/** Line ends are allowed; each begins a message of its own. */
export function faultOfText(text: string): IrcFault | undefined {
  if (text.includes("\u0000")) return fault("BadText", "The text has a zero character in it, which IRC cannot carry. Send it without.");
  if (text.includes("\u0001")) return fault("BadText", "The text has the character U+0001 in it, which would make it a CTCP request. Send it without.");
  if (!/[^ \r\n]/.test(text)) return fault("BadText", "There is nothing to send: the text is empty or blank.");
  return undefined;
}

export function faultOfPassword(password: string, what: string): IrcFault | undefined {
  if (password !== "" && password.length <= maxName && !controls.test(password)) return undefined;
  return fault("BadSetting", `The ${what} is empty, too long, or has a control character in it. Correct it.`);
}

export function faultOfWords(words: string, what: string): IrcFault | undefined {
  if (words.trim() !== "" && words.length <= maxName && !controls.test(words)) return undefined;
  return fault("BadSetting", `The ${what} is empty, too long, or has a control character in it. Correct it.`);
}

function isName(name: string): boolean {
  return name !== "" && Buffer.byteLength(name) <= maxName && !/[ ,]/.test(name) && !controls.test(name);
}
