import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/**
 * The socket of a WebSocket that the vendor's client opens. The client tells neither why a handshake was refused nor when the
 * connection ends, and nothing at all about what it hears.
 */
export interface UpgradeWatch extends Disposable {
  /** Resolves when the handshake is refused; the headers say why. */
  readonly refused: Promise<IncomingMessage>;
  /** Resolves when the socket is closed. */
  readonly closed: Promise<void>;
  /** Bytes that came in so far. */
  heard(): number;
  /** The client listens. What came before waits until then: it begins to listen some ticks after its socket is open, and loses what comes meanwhile. */
  listens(): void;
}

const started = "http.client.request.start";

/** `isOurs`: by the path of the address, which is new for each connection. */
export function watchUpgrade(isOurs: (path: string) => boolean): UpgradeWatch {
  const refused = Promise.withResolvers<IncomingMessage>();
  const closed = Promise.withResolvers<void>();
  let socket: Socket | undefined;
  const look = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest };
    if (!isOurs(request.path)) return;
    request.once("response", refused.resolve);
    request.prependOnceListener("upgrade", (_response: IncomingMessage, one: Socket) => {
      socket = one;
      one.once("close", () => closed.resolve());
      // A stream that was paused before anybody reads from it stays so.
      one.pause();
    });
  };
  subscribe(started, look);
  return {
    refused: refused.promise,
    closed: closed.promise,
    heard: () => socket?.bytesRead ?? 0,
    listens: () => void socket?.resume(),
    [Symbol.dispose]: () => void unsubscribe(started, look),
  };
}
