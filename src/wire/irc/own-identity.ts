import type { ParsedLine } from "irc-framework";

/** Our identity as others see it: their copy of our lines starts with `:nick!user@host`, which counts towards the line length. */
export interface OwnIdentity {
  readonly nick: string;
  /** Tracks what the server says about us. */
  hear(line: ParsedLine, isOwn: (nick: string) => boolean): void;
  /** Bytes of text that fit into one PRIVMSG to the target without being truncated by the server. */
  room(target: string): number;
}

const lineBytes = 512;
const usualUser = 10;
const usualHost = 64;

export function createOwnIdentity(asked: string, supports: (token: string) => string | undefined): OwnIdentity {
  let nick = asked;
  let user = "";
  let host = "";
  const limit = (token: string, otherwise: number): number => {
    const value = Number.parseInt(supports(token) ?? "", 10);
    return value > 0 ? value : otherwise;
  };

  return {
    get nick() {
      return nick;
    },
    hear: (line, isOwn) => {
      const [first = "", second = ""] = line.params;
      if (line.command === "001") nick = first === "" ? nick : first;
      else if (line.command === "396") host = second.slice(second.indexOf("@") + 1);
      else if (isOwn(line.nick)) {
        if (line.command === "NICK") nick = first;
        if (line.ident !== "") [user, host] = line.command === "CHGHOST" ? [first, second] : [line.ident, line.hostname];
      }
    },
    room: (target) => {
      // The host can change at any time, so the longest allowed one is assumed; the user may get a ~ prefix.
      const userBytes = Math.max(Buffer.byteLength(user), limit("USERLEN", usualUser) + 1);
      const hostBytes = Math.max(Buffer.byteLength(host), limit("HOSTLEN", usualHost));
      const frame = Buffer.byteLength(`:${nick}!@ PRIVMSG ${target} :\r\n`) + userBytes + hostBytes;
      return Math.min(lineBytes, limit("LINELEN", lineBytes)) - frame;
    },
  };
}
