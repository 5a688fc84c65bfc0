import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { safeHeaders } from "./reply.ts";

/** Sends what comes in pieces, no faster than it is taken. Whatever is refused is refused before the first byte. */
export async function sendPieces(outgoing: ServerResponse, headers: Readonly<Record<string, string>>, pieces: AsyncIterable<string>): Promise<void> {
  const left = new AbortController();
  outgoing.once("close", () => left.abort());
  for await (const piece of pieces) {
    if (left.signal.aborted) return;
    if (!outgoing.headersSent) outgoing.writeHead(200, { ...safeHeaders, ...headers });
    if (!outgoing.write(piece)) await once(outgoing, "drain", { signal: left.signal }).catch(() => {});
  }
  outgoing.end();
}
