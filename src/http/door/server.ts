import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ParleyError } from "#domain/errors";
import type { Clock } from "#lib/time/clock";
import { refused, safeHeaders } from "./reply.ts";
import { createServer } from "#lib/node-http";

const closeGraceMs = 2_000;
const closeLookMs = 50;

/** The longest that any request may take to come in, however steadily it does. */
const longestRequestMs = 6 * 3_600_000;

/** Times out half requests by itself, so that none can hang: their heads here, their bodies in `body-timeout.ts`. */
export function makeServer(requestMs: number, listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Server {
  const server = createServer(
    { requestTimeout: longestRequestMs, headersTimeout: requestMs, connectionsCheckingInterval: Math.min(requestMs, 5_000) },
    listener,
  );
  server.on("clientError", answerBroken);
  return server;
}

/** Malformed HTTP and timed-out requests get an error message and a closed connection. */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) return void socket.destroy();
  const [status, sentence] = brokenWords[error.code ?? ""] ?? (["400 Bad Request", "This is not a request that can be understood. Speak HTTP/1.1."] as const);
  const { body } = refused("BadRequest", sentence);
  const headers = { ...safeHeaders, "Content-Type": "application/json; charset=utf-8", "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

const brokenWords: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "Request body timed out. Send the whole request again."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers of the request are too large."],
};

export function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException): void => reject(cannotListen(cause, host, port));
    server.once("error", onError);
    server.listen(port, host, () => {
      server.off("error", onError);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function cannotListen(cause: NodeJS.ErrnoException, host: string, port: number): ParleyError {
  if (cause.code === "EADDRINUSE") {
    return new ParleyError(
      "PortInUse",
      `Port ${port} on ${host} is in use by another program. Stop that one, or start with another port: parley start --port N.`,
      { cause },
    );
  }
  return new ParleyError(
    "PortInUse",
    `The hub cannot listen on ${host} port ${port} (${cause.code ?? cause.message}). Choose another with server.host and server.port.`,
    { cause },
  );
}

/** The server's open connections, kept up to date. */
export function socketsOf(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return open;
}

/**
 * Lets requests under way finish, for a moment. A connection that becomes idle only then is closed at the next look; those
 * that browsers keep in hand, on which nothing was ever asked, are not waited for.
 */
export function closeServer(server: Server, sockets: ReadonlySet<Socket>, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const until = clock.monotonic() + closeGraceMs;
    const look = (): void => {
      if (clock.monotonic() >= until) server.closeAllConnections();
      else server.closeIdleConnections();
      cancel = clock.after(closeLookMs, look);
    };
    let cancel = clock.after(closeLookMs, look);
    server.close(() => {
      cancel();
      resolve();
    });
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
