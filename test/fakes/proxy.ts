import { createServer as createHttp, type IncomingMessage } from "node:http";
import { connect, createServer as createTcp, type AddressInfo, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";

export interface FakeProxy extends AsyncDisposable {
  readonly url: string;
  /** How many connections it has opened for others. */
  readonly opened: number;
}

/** A proxy on loopback without a login: HTTP (forwarding, CONNECT and upgrades) or SOCKS5. */
export async function startProxy(kind: "http" | "socks5"): Promise<FakeProxy> {
  const sockets = new Set<Duplex>();
  let opened = 0;
  const keep = <T extends Duplex>(socket: T): T => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    return socket;
  };
  const open = (host: string, port: number, then: (target: Socket) => void): Socket => {
    opened += 1;
    const target: Socket = keep(connect(port, host, () => then(target)));
    return target;
  };
  const join = (one: Duplex, other: Duplex): void => {
    one.pipe(other).pipe(one);
    one.on("close", () => other.destroy());
    other.on("close", () => one.destroy());
  };
  const server = kind === "http" ? httpProxy(open, join) : socksProxy(open, join);
  server.on("connection", keep);
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  return {
    url: `${kind}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get opened() {
      return opened;
    },
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((done) => void server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

type Open = (host: string, port: number, then: (target: Socket) => void) => Socket;
type Join = (one: Duplex, other: Duplex) => void;

function httpProxy(open: Open, join: Join): Server {
  const proxy = createHttp();
  /** Every request becomes a connection of its own, whose bytes are passed on as they are. */
  const forward = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { hostname, port, pathname, search } = new URL(request.url ?? "");
    const headers = Array.from({ length: request.rawHeaders.length / 2 }, (_, i) => `${request.rawHeaders[2 * i]}: ${request.rawHeaders[2 * i + 1]}`);
    open(hostname, Number(port), (target) => {
      target.write(`${request.method} ${pathname}${search} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`);
      target.write(head);
      join(target, socket);
    });
  };
  proxy.on("upgrade", forward);
  proxy.on("request", (request, response) => {
    const { hostname, port, pathname, search } = new URL(request.url ?? "");
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.entries({ ...request.headers, connection: "close" }).map(([name, value]) => `${name}: ${String(value)}`);
      open(hostname, Number(port), (target) => {
        target.write(`${request.method} ${pathname}${search} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`);
        target.write(Buffer.concat(chunks));
        target.pipe(response.socket ?? target);
      });
    });
  });
  proxy.on("connect", (request, socket, head) => {
    const [host = "", port] = (request.url ?? "").split(":");
    open(host, Number(port), (target) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      target.write(head);
      join(target, socket);
    });
  });
  return proxy;
}

function socksProxy(open: Open, join: Join): Server {
  return createTcp((socket) => {
    let isGreeted = false;
    socket.on("data", function asked(bytes: Buffer) {
      if (!isGreeted) {
        isGreeted = true;
        return void socket.write(Buffer.from([5, 0]));
      }
      socket.off("data", asked);
      const isName = bytes[3] === 3;
      const end = isName ? 5 + (bytes[4] ?? 0) : 8;
      const host = isName ? bytes.subarray(5, end).toString() : [...bytes.subarray(4, 8)].join(".");
      open(host, bytes.readUInt16BE(end), (target) => {
        socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
        join(target, socket);
      });
    });
  });
}
