import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Bare `node:http`: one page with as many bytes as the hub's, and a stream that a line is appended from as it comes. Nothing is stored. */
export interface PageFloor extends AsyncDisposable {
  readonly url: string;
  say(text: string): void;
}

const script = `new EventSource("/stream").onmessage = (event) => { const line = document.createElement("p"); line.textContent = event.data; document.body.append(line); };`;

export async function startPageFloor(bytes: number): Promise<PageFloor> {
  const readers = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === "/stream") {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      readers.add(response);
      response.once("close", () => readers.delete(response));
      return;
    }
    const text = request.url === "/heavy" ? `<!-- ${"x".repeat(bytes)} -->` : "";
    response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>floor</title><p>floor</p>${text}<script>${script}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    say: (text) => {
      for (const reader of readers) reader.write(`data: ${text}\n\n`);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
