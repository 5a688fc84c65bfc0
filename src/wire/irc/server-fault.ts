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
      return fault("BadNick", `The server does not take the nick ${nick}: ${words}. Choose another one; many servers allow nine characters.`);
    case "433":
    case "436":
    case "437":
      return fault("NickInUse", `Somebody else has the nick ${nick} on this server: ${words}. Choose another one, or end the other connection.`);
    case "463":
    case "465":
      return fault("BannedFromServer", `The server lets nobody in from here: ${words}. Ask its administrator.`);
    case "464":
      return passwordRejected(words);
    case "902":
    case "904":
    case "905":
    case "906":
      return fault("SaslFailed", `The server did not accept the login by SASL: ${words}. Check the account's name and the NickServ password.`);
    default:
      return undefined;
  }
}

/** What ERROR, a server's last word, means. There are no codes for it, only habits. */
export function faultOfClosing(text: string, isWelcome: boolean): IrcFault {
  const words = quoted(text);
  if (!isWelcome && /\bpassword\b/i.test(text)) return passwordRejected(words);
  if (/\b(?:[kgzdq]-?line|banned|not welcome|akill)/i.test(text))
    return fault("BannedFromServer", `The server has banned this connection: ${words}. Ask its administrator.`);
  if (/\bkilled\b/i.test(text)) return killed(words);
  if (/\b(?:flood|recvq|sendq)\b/i.test(text)) return fault("LinkLost", `The server closed the link because of too many lines: ${words}. Send less at once.`);
  return fault("LinkLost", `The server closed the link: ${words}. Connect again.`);
}

export function killed(words: string): IrcFault {
  return fault("Killed", `An operator or the services ended the link: ${words}. Find out why before you connect again.`);
}

function passwordRejected(words: string): IrcFault {
  return fault("ServerPasswordRejected", `The server wants another password, or one at all: ${words}. Check the server's password.`);
}

const joinFaults: Readonly<Record<string, readonly [IrcFault["code"], string]>> = {
  "471": ["ChannelFull", "is full. Try again later"],
  "473": ["InviteOnly", "is for invited people only. Ask one of its operators"],
  "474": ["BannedFromChannel", "has banned this nick or address. Ask one of its operators"],
  "475": ["BadChannelKey", "has another key. Correct the key"],
};
const otherJoinFaults = new Set(["403", "405", "407", "437", "470", "476", "477", "480", "485", "489", "495", "500", "520"]);

/** A refusal to let us into that channel. */
export function faultOfJoin(line: ParsedLine, channel: string): IrcFault | undefined {
  const [code, why] = joinFaults[line.command] ?? [];
  if (code !== undefined) return fault(code, `The channel ${channel} ${why}. The server said ${wordsOf(line)}.`);
  if (!otherJoinFaults.has(line.command)) return undefined;
  return fault("JoinRefused", `The server does not let us into ${channel}: ${wordsOf(line)}. Check the channel's name and what it asks for.`);
}

/** A refusal of what was sent to that target. Numbers from 400 to 599 are errors, and 716 says that somebody hears only friends. */
export function faultOfSending(line: ParsedLine, target: string): IrcFault | undefined {
  if (line.command === "401" || line.command === "403") return fault("NoSuchTarget", `The server knows no ${target}: ${wordsOf(line)}. Check the name.`);
  if (!/^[45]\d\d$/.test(line.command) && line.command !== "716") return undefined;
  return fault("CannotSend", `The server did not pass the message on to ${target}: ${wordsOf(line)}.`);
}
