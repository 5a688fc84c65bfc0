import { connect, createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import type { Trouble } from "#test/contracts/channel-world";
import { Waiting } from "#test/fakes/waiting";
import { freePort } from "./daemon.ts";

/** A wire to an IRC server that can fail in the middle of a message. What it does not disturb, it passes on as it came. */
export interface LineProxy extends AsyncDisposable {
  readonly port: number;
  /** Connections that are open on the client's side. */
  readonly connections: number;
  /** PRIVMSG lines that clients wrote, whatever became of them. */
  readonly messages: readonly string[];
  readonly waiting: Waiting;
  /** What happens to the next message. */
  trouble(what: Trouble): void;
  /** Cuts every connection. */
  cut(): void;
  stop(): Promise<void>;
  listen(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Nothing passes any more, and both sockets stay open. */
  isMute: boolean;
  nick: string;
}

export async function lineProxy(serverPort: number): Promise<LineProxy> {
  const port = await freePort();
  const waiting = new Waiting();
  const messages: string[] = [];
  const troubles: Trouble[] = [];
  const pairs = new Set<Pair>();
  let listener: Server | undefined;

  const end = (pair: Pair): void => {
    pair.client.destroy();
    pair.server.destroy();
    pairs.delete(pair);
    waiting.changed();
  };

  const disturb = (pair: Pair, line: string, what: Trouble): void => {
    const target = line.split(" ")[1] ?? "";
    const says = (words: string): void => void pair.client.write(`:irc.parley.test ${words}\r\n`);
    switch (what) {
      case "limit":
      case "limit everywhere":
        return says(`439 ${pair.nick} ${target} :Target change too fast. Please wait 3 seconds.`);
      case "refuse":
      case "format":
        return says(`531 ${pair.nick} ${target} :You are not permitted to send private messages to this user`);
      case "cut-before":
        return end(pair);
      case "garbage":
        pair.client.write(Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a, 0x3a, 0x20, 0x0d, 0x0a]), () => end(pair));
        return;
      case "hang-before":
        pair.isMute = true;
        return;
      case "cut-after":
      case "hang-after":
        pair.isMute = true;
        pair.server.write(`${line}\r\nPING :proxy-after\r\n`);
        if (what === "cut-after") pair.server.on("data", (bytes: Buffer) => bytes.includes("proxy-after") && end(pair));
        return;
    }
  };

  const fromClient = (pair: Pair, line: string): void => {
    if (line.startsWith("NICK ")) pair.nick = line.slice(5);
    const isMessage = line.startsWith("PRIVMSG ") && !/^PRIVMSG NickServ /i.test(line);
    const what = isMessage && !pair.isMute ? troubles.shift() : undefined;
    if (what !== undefined) disturb(pair, line, what);
    else if (!pair.isMute) pair.server.write(`${line}\r\n`);
    if (isMessage) messages.push(line);
    waiting.changed();
  };

  const accept = (client: Socket): void => {
    const pair: Pair = { client, server: connect({ host: "127.0.0.1", port: serverPort, noDelay: true }), isMute: false, nick: "*" };
    pairs.add(pair);
    client.setNoDelay(true);
    let partial = "";
    client.setEncoding("utf8").on("data", (text: string) => {
      const lines = (partial + text).split("\r\n");
      partial = lines.pop() ?? "";
      for (const line of lines) fromClient(pair, line);
    });
    pair.server.on("data", (bytes: Buffer) => pair.isMute || client.write(bytes));
    for (const socket of [client, pair.server]) {
      socket.on("error", () => undefined);
      socket.on("close", () => end(pair));
    }
    waiting.changed();
  };

  const proxy: LineProxy = {
    port,
    get connections() {
      return pairs.size;
    },
    messages,
    waiting,
    trouble: (what) => void troubles.push(what),
    cut: () => {
      for (const pair of pairs) end(pair);
    },
    listen: async () => {
      listener = createServer(accept).listen(port, "127.0.0.1");
      await once(listener, "listening");
    },
    stop: async () => {
      const closing = listener;
      listener = undefined;
      proxy.cut();
      if (closing !== undefined) await new Promise((resolve) => closing.close(resolve));
    },
    [Symbol.asyncDispose]: () => proxy.stop(),
  };
  await proxy.listen();
  return proxy;
}
