import { createServer as createHttp, request as requestHttp } from "node:http";
import { connect, createServer as createTcp, type Server, type Socket } from "node:net";

/** A proxy that notes where it was asked to connect. */
export function httpProxy(asked: string[]): Server {
  const proxy = createHttp((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { method = "GET", headers } = request;
    const onward = requestHttp(request.url ?? "", { agent: false, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  proxy.on("connect", (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    const [host, port] = (request.url ?? "").split(":");
    const target = connect(Number(port), host, () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    target.pipe(socket).pipe(target);
    target.on("error", () => socket.destroy());
    socket.on("error", () => target.destroy());
  });
  return proxy;
}

/** SOCKS5 with a login, whose replies come byte by byte. */
export function socksProxy(asked: string[], login?: string): Server {
  return createTcp((socket) => {
    let held = Buffer.alloc(0);
    let step: "methods" | "login" | "connect" | "through" = "methods";
    const say = (bytes: readonly number[]): void => {
      for (const byte of bytes) socket.write(Buffer.from([byte]));
    };
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      held = Buffer.concat([held, bytes]);
      if (step === "methods" && held.length >= 3) {
        step = login === undefined ? "connect" : "login";
        say([5, login === undefined ? 0 : 2]);
        held = Buffer.alloc(0);
      } else if (step === "login") {
        const name = held.subarray(2, 2 + (held[1] ?? 0)).toString();
        const password = held.subarray(3 + name.length).toString();
        say([1, `${name}:${password}` === login ? 0 : 1]);
        step = "connect";
        held = Buffer.alloc(0);
      } else if (step === "connect") {
        step = "through";
        const isName = held[3] === 3;
        const host = isName ? held.subarray(5, 5 + (held[4] ?? 0)).toString() : held.subarray(4, 8).join(".");
        const port = held.readUInt16BE(held.length - 2);
        asked.push(`${host}:${port}`);
        const target = connect(port, host === "telegram.test" ? "127.0.0.1" : host);
        target.on("connect", () => {
          say([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
          socket.pipe(target).pipe(socket);
        });
        target.on("error", () => say([5, 5, 0, 1, 0, 0, 0, 0, 0, 0]));
      }
    });
  });
}
