import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { Waiting } from "#test/fakes/waiting";
import { ircEnd, type IrcEnd } from "./end.ts";

/** A server that says exactly what a test tells it to, wrong things included. */
export interface RawIrcServer extends AsyncDisposable {
  readonly port: number;
  readonly accepted: number;
  /** The next connection that nobody has taken yet. */
  next(): Promise<IrcEnd>;
  /** The next connection, registered: the nick is taken as it comes. */
  welcome(isupport?: string): Promise<IrcEnd>;
}

export async function rawIrcServer(): Promise<RawIrcServer> {
  const ends: IrcEnd[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Waiting();
  let taken = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    ends.push(ircEnd(socket));
    waiting.changed();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const next = (): Promise<IrcEnd> => {
    const wanted = taken++;
    return waiting.for(
      () => ends[wanted],
      () => "a connection",
    );
  };
  return {
    port: (server.address() as AddressInfo).port,
    get accepted() {
      return ends.length;
    },
    next,
    welcome: async (isupport = "CASEMAPPING=ascii CHANTYPES=#") => {
      const end = await next();
      const [, nick = ""] = await end.says(/^NICK (\S+)$/);
      await end.says(/^USER /);
      end.send(`:raw.test 001 ${nick} :Welcome ${nick}`, `:raw.test 005 ${nick} ${isupport} :are supported`, `:raw.test 422 ${nick} :No message`);
      return end;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      if (server.listening) await once(server, "close");
    },
  };
}
