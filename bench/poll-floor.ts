import { createServer, type ServerResponse } from "node:http";

// The least that waking many can cost: bare node:http, requests held open in a list, each answered with the line that was posted. No
// store, no auth. Run as a process of its own: node bench/poll-floor.ts

let held: ServerResponse[] = [];

function send(response: ServerResponse, body: string): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    if (request.url === "/wait") return void held.push(response);
    if (request.url === "/waiting") return send(response, String(held.length));
    const woken = held;
    held = [];
    const line = Buffer.concat(chunks).toString("utf8");
    for (const one of woken) send(one, line);
    send(response, "{}");
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  process.stdout.write(`floor ready http://127.0.0.1:${address.port}\n`);
});
