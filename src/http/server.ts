import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ParleyError } from "#domain/errors";
import { systemClock, type Clock } from "#lib/clock";
import { refused, safeHeaders } from "./reply.ts";

const closeGraceMs = 2_000;
const closeLookMs = 50;

/** The longest that any request may take to come in, however steadily it does. */
const longestRequestMs = 6 * 3_600_000;

/** Times out half requests by itself, so that none can hang: their heads here, their bodies in the listener, with patience. */
export function makeServer(requestMs: number, listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Server {
  const server = createServer(
    { requestTimeout: longestRequestMs, headersTimeout: requestMs, connectionsCheckingInterval: Math.min(requestMs, 5_000) },
    listener,
  );
  server.on("clientError", answerBroken);
  return server;
}

/** How long a body is waited for. The server's own bound is one for all, and a large file may well take longer than a message. */
export interface Patience {
  /** Cut when it is not whole in time. */
  watch(incoming: IncomingMessage): void;
  /** From now on it is cut only when nothing of it comes for that long. */
  whileItMoves(incoming: IncomingMessage): void;
}

/** Goes by the machine's own time, as the server does with the heads. */
export function createPatience(requestMs: number, clock: Clock = systemClock): Patience {
  const waits = new WeakMap<IncomingMessage, () => void>();

  const cut = (incoming: IncomingMessage): void => {
    const late: NodeJS.ErrnoException = Object.assign(new Error("the body did not become whole in time"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    if (!incoming.complete) answerBroken(late, incoming.socket);
  };
  const wait = (incoming: IncomingMessage, call: () => void): void => {
    waits.get(incoming)?.();
    waits.set(incoming, clock.after(requestMs, call));
  };

  return {
    watch: (incoming) => {
      const { "content-length": length = "0", "transfer-encoding": coding } = incoming.headers;
      if (length === "0" && coding === undefined) return;
      wait(incoming, () => cut(incoming));
      incoming.once("close", () => waits.get(incoming)?.());
    },
    whileItMoves: (incoming) => {
      const look = (before: number): void => {
        const { bytesRead } = incoming.socket;
        if (bytesRead === before) cut(incoming);
        else if (!incoming.complete && !incoming.destroyed) wait(incoming, () => look(bytesRead));
      };
      look(-1);
    },
  };
}

/** What is no HTTP, or did not become whole in time, gets a sentence and a closed connection. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) return void socket.destroy();
  const [status, sentence] = brokenWords[error.code ?? ""] ?? (["400 Bad Request", "This is not a request that can be understood. Speak HTTP/1.1."] as const);
  const { body } = refused("BadRequest", sentence);
  const headers = { ...safeHeaders, "Content-Type": "application/json; charset=utf-8", "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

const brokenWords: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not become whole in time. Send it again, all of it."],
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
    const until = clock.now() + closeGraceMs;
    const look = (): void => {
      if (clock.now() >= until) server.closeAllConnections();
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
