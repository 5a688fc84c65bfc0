import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Agent } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import { whyInWords } from "#channels/kit/error-reason";
import { createServer } from "#lib/node-http";

export interface Relay extends AsyncDisposable {
  /** What the gateway's client connects to instead. */
  readonly url: string;
  /** Why the last connection to the target failed. */
  readonly reason: string | undefined;
}

/**
 * A WebSocket on loopback that passes everything on to `target` over an agent. The gateway's client of the vendor takes no agent, so
 * this is how it gets through a proxy. Its path is secret: no other program of this machine can use it.
 */
export async function openRelay(target: string, agent: Agent, handshakeMs: number): Promise<Relay> {
  const path = `/${randomBytes(24).toString("base64url")}`;
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer((_, response) => void response.writeHead(404).end());
  let reason: string | undefined;
  server.on("upgrade", (request, socket, head) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://relay");
    if (pathname !== path) return void socket.destroy();
    const there = new WebSocket(`${target.replace(/\/+$/, "")}/${search}`, { agent, handshakeTimeout: handshakeMs, perMessageDeflate: false });
    there.once("error", (cause) => {
      reason = whyInWords(cause);
      socket.destroy();
    });
    socket.once("error", () => there.terminate());
    socket.once("close", () => {
      if (there.readyState === WebSocket.CONNECTING) there.terminate();
    });
    there.once("open", () => sockets.handleUpgrade(request, socket, head, (here) => join(here, there)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    get reason() {
      return reason;
    },
    [Symbol.asyncDispose]: async () => {
      for (const here of sockets.clients) here.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
}

function join(here: WebSocket, there: WebSocket): void {
  for (const [from, to] of [
    [here, there],
    [there, here],
  ] as const) {
    from.on("message", (data, isBinary) => to.send(data, { binary: isBinary }));
    from.on("close", (code, why) => (isSendable(code) ? to.close(code, why) : to.terminate()));
    from.on("error", () => from.terminate());
  }
}

/** 1005 and 1006 mean that none was sent. */
function isSendable(code: number): boolean {
  return code >= 3_000 || (code >= 1_000 && code <= 1_014 && ![1_004, 1_005, 1_006].includes(code));
}
