import type { ParsedLine } from "irc-framework";
import { KeyedQueue } from "#lib/keyed-queue";
import type { LinkContext } from "./link-context.ts";
import { faultOfTarget } from "./names.ts";
import type { IrcWho } from "./spec.ts";

/** Asks the server who somebody is: by WHOX where it is announced, by WHOIS elsewhere. One question at a time. */
export interface WhoIs {
  whoIs(nick: string, signal: AbortSignal): Promise<IrcWho>;
  /** Only WHOX can search by account; elsewhere the nick of the same name is tried. */
  nickOf(account: string, signal: AbortSignal): Promise<string | undefined>;
}

const unknown: IrcWho = { kind: "unknown" };
/** What WHOX gives as the account of somebody without one. */
const noAccount = "0";
const mostToken = 999;

export function createWhoIs(link: LinkContext): WhoIs {
  const { fold, lines, timings } = link;
  const queue = new KeyedQueue<"who">();
  let asked = 0;

  /** Writes the question and collects what `read` finds until the line that ends the answer. */
  const ask = async <T>(
    line: string,
    signal: AbortSignal,
    read: (line: ParsedLine) => T | undefined,
    isEnd: (line: ParsedLine) => boolean,
  ): Promise<readonly T[] | undefined> => {
    const ends = AbortSignal.any([signal, link.life]);
    if (link.silence() !== undefined || !(await link.pace.turn(ends))) return undefined;
    const found: T[] = [];
    const answer = lines.wait((heard) => {
      const one = read(heard);
      if (one !== undefined) found.push(one);
      return isEnd(heard) ? found : undefined;
    }, timings.whoMs);
    link.write(line);
    return answer;
  };

  const byWhox = (mask: string, flags: string, signal: AbortSignal) => {
    const token = String((asked = (asked % mostToken) + 1));
    const read = ({ command, params }: ParsedLine) => {
      const [, mine, user = "", host = "", nick = "", account = noAccount] = params;
      return command === "354" && mine === token ? { nick, account, mask: `${user}@${host}` } : undefined;
    };
    return ask(`WHO ${mask} ${flags}%tuhna,${token}`, signal, read, ({ command, params }) => command === "315" && fold(params[1] ?? "") === fold(mask));
  };

  const byWhois = async (nick: string, signal: AbortSignal): Promise<IrcWho> => {
    const isAbout = ({ params }: ParsedLine): boolean => fold(params[1] ?? "") === fold(nick);
    const isOne = (line: ParsedLine): true | undefined => (isAbout(line) && ["311", "330", "401"].includes(line.command)) || undefined;
    const found = await ask(
      `WHOIS ${nick}`,
      signal,
      (line) => isOne(line) && line,
      (line) => line.command === "318" && isAbout(line),
    );
    if (found === undefined) return unknown;
    const by = (command: string): readonly string[] | undefined => found.find((line) => line.command === command)?.params;
    const [, , user = "", host = ""] = by("311") ?? [];
    const account = by("330")?.[2] ?? "";
    if (by("401") !== undefined) return { kind: "absent" };
    return account === "" ? { kind: "none" } : { kind: "account", account, mask: `${user}@${host}` };
  };

  const whoIs = async (nick: string, signal: AbortSignal): Promise<IrcWho> => {
    if (faultOfTarget(nick, link.channelTypes()) !== undefined || link.channelTypes().includes(nick.charAt(0))) return { kind: "absent" };
    if (!link.announces("WHOX")) return byWhois(nick, signal);
    const found = await byWhox(nick, "", signal);
    if (found === undefined) return unknown;
    const them = found.find((one) => fold(one.nick) === fold(nick));
    if (them === undefined) return { kind: "absent" };
    return them.account === noAccount || them.account === "" ? { kind: "none" } : { kind: "account", account: them.account, mask: them.mask };
  };

  const nickOf = async (account: string, signal: AbortSignal): Promise<string | undefined> => {
    if (!/^[^\s,:*?!@\u0000-\u001f\u007f]{1,200}$/.test(account)) return undefined;
    const found = link.announces("WHOX") ? ((await byWhox(account, "a", signal)) ?? []) : [];
    const them = found.find((one) => one.account === account);
    if (them !== undefined) return them.nick;
    const namesake = await whoIs(account, signal);
    return namesake.kind === "account" && namesake.account === account ? account : undefined;
  };

  return {
    whoIs: (nick, signal) => queue.run("who", () => whoIs(nick, signal)),
    nickOf: (account, signal) => queue.run("who", () => nickOf(account, signal)),
  };
}
