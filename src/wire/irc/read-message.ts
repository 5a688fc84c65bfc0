import type { ParsedLine } from "irc-framework";
import { defined } from "#lib/defined";
import type { IrcMessage } from "./spec.ts";

export interface Reading {
  readonly isOwn: (nick: string) => boolean;
  /** Prefixes of a channel that address only some of its members. */
  readonly statusSigns: string;
  readonly now: number;
  /** Whether a batch of that name repeats what was said before. */
  readonly isReplay?: (batch: string) => boolean;
}

const frame = "\u0001";

/** The message, or undefined if the line is not one. */
export function readMessage(line: ParsedLine, { isOwn, statusSigns, now, isReplay = () => false }: Reading): IrcMessage | undefined {
  const [to, said] = line.params;
  if ((line.command !== "PRIVMSG" && line.command !== "NOTICE") || to === undefined || said === undefined) return undefined;
  const nick = line.nick === "" ? line.prefix : line.nick;
  const account = line.tags["account"];
  const sentAt = timeOf(line.tags["time"]);
  return {
    target: withoutStatus(to, statusSigns),
    nick,
    ...(line.ident === "" ? {} : { mask: `${line.ident}@${line.hostname}` }),
    ...(account === undefined || account === "" ? {} : { account }),
    ...content(line.command, said),
    own: isOwn(nick),
    at: sentAt ?? now,
    ...(sentAt === undefined ? {} : { isServerTime: true }),
    ...("bot" in line.tags || "draft/bot" in line.tags ? { isBot: true } : {}),
    ...defined({
      id: line.tags["msgid"] || line.tags["draft/msgid"] || undefined,
      replay: isReplay(line.tags["batch"] ?? "") ? line.tags["batch"] : undefined,
    }),
  };
}

function content(command: string, said: string): Pick<IrcMessage, "kind" | "text"> {
  if (!said.startsWith(frame)) return { kind: command === "NOTICE" ? "notice" : "message", text: said };
  // The closing delimiter is often missing, or cut off at the end of a long line.
  const inner = said.slice(1, said.length > 1 && said.endsWith(frame) ? -1 : undefined);
  const action = /^ACTION(?: |$)/i.exec(inner);
  return action === null || command === "NOTICE" ? { kind: "ctcp", text: inner } : { kind: "action", text: inner.slice(action[0].length) };
}

function withoutStatus(target: string, signs: string): string {
  return target.length > 1 && signs.includes(target.charAt(0)) && "#&+!".includes(target.charAt(1)) ? target.slice(1) : target;
}

function timeOf(tag: string | undefined): number | undefined {
  const time = Date.parse(tag ?? "");
  return Number.isNaN(time) ? undefined : time;
}
