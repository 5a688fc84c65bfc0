import type { ParsedLine } from "irc-framework";
import type { Clock } from "#lib/time/clock";
import type { LinkContext } from "./link-context.ts";
import type { IrcSpec } from "./spec.ts";

/** Chooses among the spec's nicks while logging in, and asks for the wanted one again while another is used. */
export interface RegainNick extends Disposable {
  /** While registering: true if another nick was asked for instead of the one that the line turns down. */
  next(line: ParsedLine): boolean;
  /** Whether the server granted one that was asked for. */
  isAsked(nick: string): boolean;
  /** Logged in: begins to ask for the wanted nick. */
  begin(isLoggedIn: boolean): void;
  hear(line: ParsedLine): void;
}

const turnedDown = new Set(["432", "433", "436", "437"]);

export function createRegainNick(link: LinkContext, spec: IrcSpec, clock: Clock, current: () => string): RegainNick {
  const left = [...(spec.otherNicks ?? [])];
  const asked = new Set([spec.nick]);
  let cancel: () => void = () => undefined;
  let isWaiting = false;
  const hasIt = (): boolean => link.fold(current()) === link.fold(spec.nick);

  const ask = async (): Promise<void> => {
    if (isWaiting || hasIt() || link.silence() !== undefined) return;
    isWaiting = true;
    const mayGo = await link.pace.turn(link.life);
    isWaiting = false;
    if (!mayGo || hasIt()) return;
    link.write(`NICK ${spec.nick}`);
    cancel();
    cancel = clock.after(link.timings.regainMs, () => void ask());
  };

  /** Services end the other connection if the nick belongs to our account; they refuse it otherwise. */
  const recover = async (): Promise<void> => {
    if (await link.pace.turn(link.life)) link.write(`PRIVMSG NickServ :RECOVER ${spec.nick}`);
    await ask();
  };

  return {
    next: ({ command }) => {
      if (!turnedDown.has(command) || (command === "432" && asked.size === 1)) return false;
      const nick = left.shift();
      if (nick === undefined) return false;
      asked.add(nick);
      link.write(`NICK ${nick}`);
      return true;
    },
    isAsked: (nick) => asked.has(nick),
    begin: (isLoggedIn) => {
      if (spec.otherNicks === undefined || hasIt()) return;
      cancel = clock.after(link.timings.regainMs, () => void ask());
      if (isLoggedIn) void recover();
    },
    hear: ({ command, nick }) => {
      const isTheirs = (command === "QUIT" || command === "NICK") && link.fold(nick) === link.fold(spec.nick);
      if (spec.otherNicks !== undefined && isTheirs) void ask();
    },
    [Symbol.dispose]: () => cancel(),
  };
}
