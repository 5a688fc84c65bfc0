import { mkdtempSync, readFileSync } from "node:fs";
import { createServer as createHttp, get as getHttp, request as requestHttp } from "node:http";
import { createServer as createHttps, get as getHttps } from "node:https";
import { connect, createServer as createTcp, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createAuthority } from "#test/fakes/irc/certificates";
import { whyInWords } from "./error-reason.ts";
import { platformAgent } from "./platform-agent.ts";

const open: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of open.splice(0)) await new Promise((done) => void server.close(done));
});

function certificates() {
  const authority = createAuthority(mkdtempSync(join(tmpdir(), "agent-")));
  const { certFile, keyFile } = authority.issue();
  return { ca: authority.ca, cert: readFileSync(certFile), key: readFileSync(keyFile) };
}

async function listen(server: Server): Promise<number> {
  open.push(server);
  server.on("connection", (socket) => void sockets.push(socket));
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

/** A proxy that notes where it was asked to connect. */
function httpProxy(asked: string[]): Server {
  const proxy = createHttp((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const onward = requestHttp(request.url ?? "", { agent: false }, (answer) => void answer.pipe(response));
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
function socksProxy(asked: string[], login?: string): Server {
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

async function answerOf(url: string, proxy: string | undefined, ca?: string): Promise<string> {
  const agent = platformAgent(url, proxy);
  try {
    return await new Promise<string>((resolve, reject) => {
      const request = (url.startsWith("https:") ? getHttps : getHttp)(
        url,
        { agent, ...(ca === undefined ? {} : { ca, servername: "localhost" }) },
        (response) => {
          response.setEncoding("utf8");
          response.once("data", resolve);
        },
      );
      request.once("error", reject);
    });
  } finally {
    agent.destroy();
  }
}

describe("connections to a platform", () => {
  it("go straight without a proxy", async () => {
    const port = await listen(createHttp((_, response) => response.end("here")));
    expect(await answerOf(`http://127.0.0.1:${port}/`, undefined)).toBe("here");
  });

  it("go through an HTTP proxy, TLS by CONNECT and with its login", async () => {
    const { ca, cert, key } = certificates();
    const asked: string[] = [];
    const proxy = await listen(httpProxy(asked));
    const plain = await listen(createHttp((_, response) => response.end("plain")));
    const secure = await listen(createHttps({ cert, key }, (_, response) => response.end("secure")));
    expect(await answerOf(`http://127.0.0.1:${plain}/x`, `http://127.0.0.1:${proxy}`)).toBe("plain");
    expect(await answerOf(`https://127.0.0.1:${secure}/`, `http://ann:pass@127.0.0.1:${proxy}`, ca)).toBe("secure");
    expect(asked).toEqual([`GET http://127.0.0.1:${plain}/x`, `CONNECT 127.0.0.1:${secure} Basic ${Buffer.from("ann:pass").toString("base64")}`]);
  });

  it("go through a SOCKS5 proxy, which resolves names, with and without TLS and login", async () => {
    const { ca, cert, key } = certificates();
    const asked: string[] = [];
    const proxy = await listen(socksProxy(asked, "ann:p@ss"));
    const bare = await listen(socksProxy(asked));
    const plain = await listen(createHttp((_, response) => response.end("plain")));
    const secure = await listen(createHttps({ cert, key }, (_, response) => response.end("secure")));
    expect(await answerOf(`http://telegram.test:${plain}/`, `socks5://127.0.0.1:${bare}`)).toBe("plain");
    expect(await answerOf(`https://127.0.0.1:${secure}/`, `socks5://ann:p%40ss@127.0.0.1:${proxy}`, ca)).toBe("secure");
    expect(asked).toEqual([`telegram.test:${plain}`, `127.0.0.1:${secure}`]);
  });

  it("fail with a code when the proxy refuses, and never with the proxy's password", async () => {
    const proxy = await listen(socksProxy([], "ann:right"));
    const error = await answerOf("http://telegram.test:1/", `socks5://ann:wrong-pass@127.0.0.1:${proxy}`).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: "EPROXYLOGIN" });
    const refused = await answerOf("http://127.0.0.1:1/", `socks5://127.0.0.1:${await listen(socksProxy([]))}`).catch((cause: unknown) => cause);
    expect(refused).toMatchObject({ code: "EPROXYREFUSED" });
    expect(`${whyInWords(error)} ${String(error)}`).not.toContain("wrong-pass");
  });
});
