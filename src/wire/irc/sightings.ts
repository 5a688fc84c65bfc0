import type { ParsedLine } from "irc-framework";
import type { IrcSighting } from "./spec.ts";

/** What a line says about somebody else, or undefined. */
export function readSighting(line: ParsedLine, isOwn: (nick: string) => boolean): IrcSighting | undefined {
  const nick = line.command === "KICK" ? (line.params[1] ?? "") : line.nick;
  if (nick === "" || isOwn(nick)) return undefined;
  const [first = ""] = line.params;
  switch (line.command) {
    case "NICK":
      return { kind: "renamed", nick, to: first };
    case "ACCOUNT":
      return { kind: "account", nick, account: first === "*" || first === "" ? undefined : first };
    case "QUIT":
    case "PART":
    case "KICK":
      return { kind: "gone", nick };
    default:
      return undefined;
  }
}
