import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { ircEnd, type IrcEnd } from "./end.ts";

export interface IrcClientSpec {
  readonly port: number;
  /** PEM of who signed the server's certificate: speaks TLS. */
  readonly ca?: string;
  readonly nick?: string;
  readonly password?: string;
  /** With its key behind a space, where it has one. */
  readonly channels?: readonly string[];
}

/** Somebody else on the server. Answers PING and does nothing else by itself. */
export interface IrcClient extends IrcEnd {
  readonly nick: string;
  /** All texts of PRIVMSG to `target` so far. */
  textsTo(target: string): readonly string[];
  /** Resolves with them when there are that many. */
  hears(target: string, count: number): Promise<readonly string[]>;
  /** Resolves when the server has dealt with everything sent so far. */
  synced(): Promise<void>;
}

/** With a nick it is registered, and in its channels, when this resolves. Without one it is a socket to the server. */
export async function ircClient({ port, ca, nick = "", password, channels = [] }: IrcClientSpec): Promise<IrcClient> {
  const socket: Socket = ca === undefined ? connectPlain({ host: "127.0.0.1", port }) : connectTls({ host: "127.0.0.1", port, ca });
  const client = attend(socket, nick);
  if (nick === "") return client;
  if (password !== undefined) client.send(`PASS ${password}`);
  client.send(`NICK ${nick}`, `USER ${nick} 0 * :${nick}`);
  await client.says(/^\S+ (?:376|422) /);
  for (const channel of channels) {
    const from = client.lines.length;
    client.send(`JOIN ${channel}`);
    await client.says(/^\S+ 366 /, from);
  }
  return client;
}

function attend(socket: Socket, nick: string): IrcClient {
  let pings = 0;
  const texts = new Map<string, string[]>();
  const end = ircEnd(socket, (line) => {
    if (line.startsWith("PING ")) end.send(`PONG ${line.slice(5)}`);
    const said = /^(?:@\S+ )?\S+ PRIVMSG (\S+) :(.*)$/s.exec(line);
    const [, target = "", text = ""] = said ?? [];
    if (said !== null) texts.set(target, texts.get(target) ?? []);
    if (said !== null) texts.get(target)?.push(text);
  });
  const textsTo = (target: string): readonly string[] => texts.get(target) ?? [];
  const synced = async (): Promise<void> => {
    const token = `synced-${++pings}`;
    const from = end.lines.length;
    end.send(`PING ${token}`);
    await end.says(new RegExp(`PONG .*${token}$`), from);
  };

  return Object.assign(end, {
    nick,
    textsTo,
    synced,
    hears: async (target: string, count: number) => {
      for (let from = 0; textsTo(target).length < count; from = end.lines.length) await end.says(/ PRIVMSG /, from);
      return textsTo(target);
    },
  });
}
