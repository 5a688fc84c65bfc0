import type { ParsedLine } from "irc-framework";
import { fault, type IrcFault, quoted } from "./fault.ts";
import { ircFaultTexts } from "./texts.ts";

/** The server's text at the end of a line. */
export function wordsOf(line: ParsedLine): string {
  return quoted(line.params.at(-1) ?? "");
}

/** A line that ends the login, whatever follows. */
export function faultOfLogin(line: ParsedLine, nick: string): IrcFault | undefined {
  const words = wordsOf(line);
  switch (line.command) {
    case "431":
    case "432":
      return fault("BadNick", ircFaultTexts.ircFaultNick, { nick, words });
    case "433":
    case "436":
    case "437":
      return fault("NickInUse", ircFaultTexts.ircFaultNickInUse, { nick, words });
    case "463":
    case "465":
      return fault("BannedFromServer", ircFaultTexts.ircFaultNotLetIn, { words });
    case "464":
      return passwordRejected(words);
    case "902":
    case "904":
    case "905":
    case "906":
      return fault("SaslFailed", ircFaultTexts.ircFaultSasl, { words });
    default:
      return undefined;
  }
}

/** Interprets ERROR, a server's last message. It has no codes, only conventions. */
export function faultOfClosing(text: string, isWelcome: boolean): IrcFault {
  const words = quoted(text);
  if (!isWelcome && /\bpassword\b/i.test(text)) return passwordRejected(words);
  if (/\b(?:[kgzdq]-?line|banned|not welcome|akill)/i.test(text)) return fault("BannedFromServer", ircFaultTexts.ircFaultBanned, { words });
  if (/\bkilled\b/i.test(text)) return killed(words);
  if (/\b(?:flood|recvq|sendq)\b/i.test(text)) return fault("LinkLost", ircFaultTexts.ircFaultFlood, { words });
  return fault("LinkLost", ircFaultTexts.ircFaultClosed, { words });
}

export function killed(words: string): IrcFault {
  return fault("Killed", ircFaultTexts.ircFaultKilled, { words });
}

function passwordRejected(words: string): IrcFault {
  return fault("ServerPasswordRejected", ircFaultTexts.ircFaultPassword, { words });
}

type ChannelText = (typeof ircFaultTexts)["ircFaultChannelFull" | "ircFaultInviteOnly" | "ircFaultChannelBan" | "ircFaultChannelKey"];

const joinFaults: Readonly<Record<string, readonly [IrcFault["code"], ChannelText]>> = {
  "471": ["ChannelFull", ircFaultTexts.ircFaultChannelFull],
  "473": ["InviteOnly", ircFaultTexts.ircFaultInviteOnly],
  "474": ["BannedFromChannel", ircFaultTexts.ircFaultChannelBan],
  "475": ["BadChannelKey", ircFaultTexts.ircFaultChannelKey],
};
const otherJoinFaults = new Set(["403", "405", "407", "437", "470", "476", "477", "480", "485", "489", "495", "500", "520"]);

/** The server rejected joining that channel. */
export function faultOfJoin(line: ParsedLine, channel: string): IrcFault | undefined {
  const words = wordsOf(line);
  const known = joinFaults[line.command];
  if (known !== undefined) return fault(...known, { channel, words });
  if (!otherJoinFaults.has(line.command)) return undefined;
  return fault("JoinRefused", ircFaultTexts.ircFaultJoin, { channel, words });
}

/** The server rejected a message to that target. Numerics 400 to 599 are errors, and 716 means the recipient accepts messages only from listed users. */
export function faultOfSending(line: ParsedLine, target: string): IrcFault | undefined {
  const words = wordsOf(line);
  if (line.command === "439") return fault("TooFast", ircFaultTexts.ircFaultTooFast, { target, seconds: secondsIn(words) });
  // About our own nick, which we may be asking for again.
  if (/^43[1-7]$/.test(line.command)) return undefined;
  if (line.command === "401" || line.command === "403") return fault("NoSuchTarget", ircFaultTexts.ircFaultNoTarget, { target, words });
  if (!/^[45]\d\d$/.test(line.command) && line.command !== "716") return undefined;
  return fault("CannotSend", ircFaultTexts.ircFaultNotPassed, { target, words });
}

/** `Target change too fast. Please wait 104 seconds.` */
function secondsIn(words: string): number {
  const [, seconds] = /(\d{1,5}) *s(?:ec|$|\b)/i.exec(words) ?? [];
  return seconds === undefined ? 30 : Number(seconds);
}
