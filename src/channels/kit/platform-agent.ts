import { Agent as HttpAgent } from "#lib/node-http";
import { Agent as HttpsAgent, type AgentOptions } from "node:https";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import type { Duplex } from "node:stream";
import { openTunnel } from "./http-tunnel.ts";
import { openSocks } from "./socks.ts";

/** An idle connection is dropped before the server drops it: a request on a dead one would have an unknown outcome. */
const idleMs = 15_000;

/** Connections to one platform, kept alive, through a proxy where one is configured. Destroying the agent closes them all. */
export function platformAgent(target: string, proxy: string | undefined): HttpAgent | HttpsAgent {
  const isTls = target.startsWith("https:");
  const options: AgentOptions = { keepAlive: true, timeout: idleMs };
  if (proxy?.startsWith("socks5:")) {
    const open: OpenSocket = (host, port) => openSocks(proxy, host, port);
    return isTls ? new TlsThrough(open, options) : new PlainThrough(open, options);
  }
  const through = proxy === undefined ? options : { ...options, proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } };
  return isTls ? new HttpsAgent(through) : new HttpAgent(through);
}

/** The same for a WebSocket. Through an HTTP proxy it is always tunnelled: few proxies pass an upgrade on. */
export function webSocketAgent(target: string, proxy: string | undefined): HttpAgent | HttpsAgent {
  if (proxy === undefined || !proxy.startsWith("http") || target.startsWith("https:")) return platformAgent(target, proxy);
  return new PlainThrough((host, port) => openTunnel(proxy, host, port), {});
}

type OpenSocket = (host: string, port: number) => Promise<Duplex>;
type Opened = (error: Error | null, stream: Duplex) => void;

class PlainThrough extends HttpAgent {
  readonly #open: OpenSocket;

  constructor(open: OpenSocket, options: AgentOptions) {
    super(options);
    this.#open = open;
  }

  override createConnection(options: { readonly host?: string | null; readonly port?: number | string | null }, opened?: Opened): undefined {
    this.#open(options.host ?? "", Number(options.port)).then((socket) => opened?.(null, socket), failedWith(opened));
  }
}

class TlsThrough extends HttpsAgent {
  readonly #open: OpenSocket;

  constructor(open: OpenSocket, options: AgentOptions) {
    super(options);
    this.#open = open;
  }

  override createConnection(options: { readonly host?: string | null; readonly port?: number | string | null }, opened?: Opened): undefined {
    this.#open(options.host ?? "", Number(options.port)).then((socket) => opened?.(null, connectTls({ ...tlsOf(options), socket })), failedWith(opened));
  }
}

/** What the request asks of TLS; where it goes to is the proxy's business. */
function tlsOf({
  host: _host,
  port: _port,
  path: _path,
  ...tls
}: {
  readonly host?: unknown;
  readonly port?: unknown;
  readonly path?: unknown;
}): ConnectionOptions {
  return tls;
}

/** The type of the callback asks for a stream even where there is none. */
function failedWith(opened: Opened | undefined): (error: Error) => void {
  return (error) => (opened as ((error: Error) => void) | undefined)?.(error);
}
