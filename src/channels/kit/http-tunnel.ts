import { request as requestHttps } from "node:https";
import type { Duplex } from "node:stream";
import { request as requestHttp } from "#lib/node-http";

const openMs = 15_000;

/** Opens a connection through an HTTP proxy with CONNECT. */
export function openTunnel(proxy: string, host: string, port: number): Promise<Duplex> {
  const { protocol, hostname, port: proxyPort, username, password } = new URL(proxy);
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  const isTls = protocol === "https:";
  const asked = (isTls ? requestHttps : requestHttp)({
    method: "CONNECT",
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(proxyPort || (isTls ? 443 : 80)),
    path: target,
    headers: { host: target, ...(username === "" ? {} : { "proxy-authorization": `Basic ${login}` }) },
    agent: false,
    timeout: openMs,
  });
  asked.once("connect", ({ statusCode }, socket, head) => {
    if (statusCode !== 200) {
      socket.destroy();
      return reject(proxyError(statusCode === 407 ? "EPROXYLOGIN" : "EPROXYREFUSED"));
    }
    socket.setTimeout(0);
    if (head.length > 0) socket.unshift(head);
    resolve(socket);
  });
  // A proxy that does not tunnel answers like a server.
  asked.once("response", (response) => {
    response.destroy();
    reject(proxyError(response.statusCode === 407 ? "EPROXYLOGIN" : "EPROXYREFUSED"));
  });
  asked.once("timeout", () => asked.destroy(proxyError("ETIMEDOUT")));
  asked.once("error", reject);
  asked.end();
  return promise;
}

function proxyError(code: string): Error {
  return Object.assign(new Error("The proxy did not open the connection."), { code });
}
