import type { ParsedLine } from "irc-framework";

/** Who we are to the others: their copy of our lines begins with `:nick!user@host`, and that counts towards the length of a line. */
export interface Self {
  readonly nick: string;
  /** Takes note of what the server says about us. */
  hear(line: ParsedLine, isOwn: (nick: string) => boolean): void;
  /** Bytes of text that fit into one PRIVMSG to the target without the server cutting any off. */
  room(target: string): number;
}

const lineBytes = 512;
const usualUser = 10;
const usualHost = 64;

export function createSelf(asked: string, supports: (token: string) => string | undefined): Self {
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
      // The host may be changed at any time, also between two lines, so the longest one allowed is counted; a user has a ~ in front.
      const userBytes = Math.max(Buffer.byteLength(user), limit("USERLEN", usualUser) + 1);
      const hostBytes = Math.max(Buffer.byteLength(host), limit("HOSTLEN", usualHost));
      const frame = Buffer.byteLength(`:${nick}!@ PRIVMSG ${target} :\r\n`) + userBytes + hostBytes;
      return Math.min(lineBytes, limit("LINELEN", lineBytes)) - frame;
    },
  };
}
