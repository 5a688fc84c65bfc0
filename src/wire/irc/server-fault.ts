import type { ParsedLine } from "irc-framework";
import { fault, type IrcFault, quoted } from "./fault.ts";

/** The server's own words at the end of a line. */
export function wordsOf(line: ParsedLine): string {
  return quoted(line.params.at(-1) ?? "");
}

/** A line that ends the login, whatever comes behind it. */
export function faultOfLogin(line: ParsedLine, nick: string): IrcFault | undefined {
  const words = wordsOf(line);
  switch (line.command) {
    case "431":
    case "432":
      return fault("BadNick", "ircFaultNick", { nick, words });
    case "433":
    case "436":
    case "437":
      return fault("NickInUse", "ircFaultNickInUse", { nick, words });
    case "463":
    case "465":
      return fault("BannedFromServer", "ircFaultNotLetIn", { words });
    case "464":
      return passwordRejected(words);
    case "902":
    case "904":
    case "905":
    case "906":
      return fault("SaslFailed", "ircFaultSasl", { words });
    default:
      return undefined;
  }
}

/** What ERROR, a server's last word, means. There are no codes for it, only habits. */
export function faultOfClosing(text: string, isWelcome: boolean): IrcFault {
  const words = quoted(text);
  if (!isWelcome && /\bpassword\b/i.test(text)) return passwordRejected(words);
  if (/\b(?:[kgzdq]-?line|banned|not welcome|akill)/i.test(text)) return fault("BannedFromServer", "ircFaultBanned", { words });
  if (/\bkilled\b/i.test(text)) return killed(words);
  if (/\b(?:flood|recvq|sendq)\b/i.test(text)) return fault("LinkLost", "ircFaultFlood", { words });
  return fault("LinkLost", "ircFaultClosed", { words });
}

export function killed(words: string): IrcFault {
  return fault("Killed", "ircFaultKilled", { words });
}

function passwordRejected(words: string): IrcFault {
  return fault("ServerPasswordRejected", "ircFaultPassword", { words });
}

type ChannelWord = "ircFaultChannelFull" | "ircFaultInviteOnly" | "ircFaultChannelBan" | "ircFaultChannelKey";

const joinFaults: Readonly<Record<string, readonly [IrcFault["code"], ChannelWord]>> = {
  "471": ["ChannelFull", "ircFaultChannelFull"],
  "473": ["InviteOnly", "ircFaultInviteOnly"],
  "474": ["BannedFromChannel", "ircFaultChannelBan"],
  "475": ["BadChannelKey", "ircFaultChannelKey"],
};
const otherJoinFaults = new Set(["403", "405", "407", "437", "470", "476", "477", "480", "485", "489", "495", "500", "520"]);

/** A refusal to let us into that channel. */
export function faultOfJoin(line: ParsedLine, channel: string): IrcFault | undefined {
  const words = wordsOf(line);
  const known = joinFaults[line.command];
  if (known !== undefined) return fault(...known, { channel, words });
  if (!otherJoinFaults.has(line.command)) return undefined;
  return fault("JoinRefused", "ircFaultJoin", { channel, words });
}

/** A refusal of what was sent to that target. Numbers from 400 to 599 are errors, and 716 says that somebody hears only friends. */
export function faultOfSending(line: ParsedLine, target: string): IrcFault | undefined {
  const words = wordsOf(line);
  if (line.command === "401" || line.command === "403") return fault("NoSuchTarget", "ircFaultNoTarget", { target, words });
  if (!/^[45]\d\d$/.test(line.command) && line.command !== "716") return undefined;
  return fault("CannotSend", "ircFaultNotPassed", { target, words });
}
