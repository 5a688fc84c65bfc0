import { mkdtempSync, readFileSync } from "node:fs";
import { createServer as createHttp, get as getHttp } from "node:http";
import { createServer as createHttps, get as getHttps } from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createAuthority } from "#test/fakes/irc/certificates";
import { httpProxy, socksProxy } from "#test/fakes/proxies";
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
