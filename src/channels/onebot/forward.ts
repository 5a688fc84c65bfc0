import { WebSocket } from "ws";
import { whyInWords } from "#channels/kit/error-reason";
import { webSocketAgent } from "#channels/kit/platform-agent";
import { ParleyError } from "#domain/errors";
import type { Secret } from "#lib/redact/secret";
import type { Clock } from "#lib/time/clock";
import { CallSocket, wrongToken } from "./call-socket.ts";

/** Gives the next connection to the implementation. Rejects when there is none; never retries by itself. */
export type OpenSocket = (signal: AbortSignal) => Promise<CallSocket>;

export interface ForwardOptions {
  readonly url: string;
  readonly token: Secret | undefined;
  readonly proxy?: string | undefined;
  readonly clock: Clock;
  readonly handshakeMs: number;
}

/** Frames carry files in base64. */
export const maxFrameBytes = 64 * 1024 * 1024;

/** Forward WebSocket: the implementation listens. The token goes into a header, never into the address. */
export function openForward({ url, token, proxy, clock, handshakeMs }: ForwardOptions): OpenSocket {
  return async (signal) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` };
    // One agent a connection: it keeps nothing that would have to be closed.
    const through = proxy === undefined ? {} : { agent: webSocketAgent(url.replace(/^ws/i, "http"), proxy) };
    const socket = new WebSocket(url, { headers, ...through, handshakeTimeout: handshakeMs, maxPayload: maxFrameBytes, perMessageDeflate: false });
    const calls = new CallSocket(socket, clock);
    const { promise, resolve, reject } = Promise.withResolvers<CallSocket>();
    const aborted = (): void => calls.drop();
    signal.addEventListener("abort", aborted, { once: true });
    socket.once("open", () => resolve(calls));
    socket.once("unexpected-response", (request, response) => {
      request.destroy();
      reject(refused(response.statusCode ?? 0));
    });
    socket.once("error", (error) => reject(new ParleyError("Timeout", whyInWords(error))));
    calls.closed.then(
      () => reject(new ParleyError("Timeout", "The connection was closed before it was ready.")),
      (fault: unknown) => reject(fault),
    );
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", aborted);
    }
  };
}

function refused(status: number): ParleyError {
  if (status === 401 || status === 403) return wrongToken();
  return new ParleyError("Timeout", `What listens at url does not accept a OneBot WebSocket (HTTP ${status}).`);
}
