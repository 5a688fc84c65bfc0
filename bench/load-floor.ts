import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";

// The least that a durable log with listeners can cost: bare node:http and node:sqlite (WAL, FULL), one commit per turn of the event loop,
// then one write to each stream and one answer to each held request, of the same text. No auth, no MCP, no snapshot, one thread.
//   POST /            a line
//   POST /wait        {after}: the lines after that one, held until there are any
//   GET /stream       server-sent events
//   GET /health
// Run as a process of its own: node bench/load-floor.ts FILE

const file = process.argv[2];
if (file === undefined) throw new Error("name the database file");
const db = new DatabaseSync(file);
db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE lines (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, text TEXT NOT NULL)");
const insert = db.prepare("INSERT INTO lines (seq, at, text) VALUES (?, ?, ?)");
const lineBody = z.object({ content: z.string() });
const waitBody = z.object({ after: z.number() });

/** The newest, as JSON; a waiter is never further behind than these. */
const newest: { readonly seq: number; readonly json: string }[] = [];
const kept = 1_000;
const streams = new Set<ServerResponse>();
let held: { readonly response: ServerResponse; readonly after: number }[] = [];
let waiting: { readonly text: string; readonly response: ServerResponse }[] = [];
let seq = 0;

function commit(): void {
  const batch = waiting;
  waiting = [];
  db.exec("BEGIN");
  const made = batch.map(({ text, response }) => {
    seq += 1;
    insert.run(seq, Date.now(), text);
    return { seq, response, json: JSON.stringify({ seq, content: text }) };
  });
  db.exec("COMMIT");
  for (const { response, json } of made) send(response, 201, json);
  newest.push(...made.map(({ seq: n, json }) => ({ seq: n, json })));
  newest.splice(0, newest.length - kept);
  const frames = made.map(({ json }) => `data: ${json}\n\n`).join("");
  for (const stream of streams) stream.write(frames);
  const woken = held;
  held = [];
  for (const one of woken) answerWait(one.response, one.after);
}

function answerWait(response: ServerResponse, after: number): void {
  const lines = newest.filter((line) => line.seq > after);
  if (lines.length === 0) held.push({ response, after });
  else send(response, 200, `{"lines":[${lines.map((line) => line.json).join(",")}],"current_seq":${seq}}`);
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

function receive(request: IncomingMessage, response: ServerResponse, text: string): void {
  if (request.url === "/wait") return answerWait(response, waitBody.parse(JSON.parse(text)).after);
  if (request.url === "/listening") return send(response, 200, JSON.stringify({ waiters: held.length, streams: streams.size }));
  if (request.url === "/health") return send(response, 200, "{}");
  if (request.url === "/stream") {
    response.writeHead(200, { "content-type": "text/event-stream", connection: "close" }).flushHeaders();
    response.once("close", () => streams.delete(response));
    return void streams.add(response);
  }
  waiting.push({ text: lineBody.parse(JSON.parse(text)).content, response });
  if (waiting.length === 1) setImmediate(commit);
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => receive(request, response, Buffer.concat(chunks).toString("utf8")));
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  process.stdout.write(`floor ready http://127.0.0.1:${address.port}\n`);
});
