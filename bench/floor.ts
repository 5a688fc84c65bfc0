import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";

// The least that a durable message log over HTTP can cost: bare node:http and node:sqlite, WAL, FULL, one commit per turn of the
// event loop, the message row only, no auth. The address names the thread: POST /THREAD. Run as a process of its own: node bench/floor.ts FILE

const file = process.argv[2];
if (file === undefined) throw new Error("name the database file");
const db = new DatabaseSync(file);
db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL");
db.exec(
  "CREATE TABLE IF NOT EXISTS messages (thread TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (thread, seq)) WITHOUT ROWID",
);
const insert = db.prepare("INSERT INTO messages (thread, seq, at, text) VALUES (?, ?, ?, ?)");
const lastOf = db.prepare("SELECT max(seq) AS seq FROM messages WHERE thread = ?");
const lastRow = z.object({ seq: z.number().nullable() });
const seqs = new Map<string, number>();

interface Waiting {
  readonly thread: string;
  readonly text: string;
  readonly done: (seq: number) => void;
}
let waiting: Waiting[] = [];

function commit(): void {
  const batch = waiting;
  waiting = [];
  const made: number[] = [];
  db.exec("BEGIN");
  for (const { thread, text } of batch) {
    const seq = (seqs.get(thread) ?? lastRow.parse(lastOf.get(thread)).seq ?? 0) + 1;
    insert.run(thread, seq, Date.now(), text);
    seqs.set(thread, seq);
    made.push(seq);
  }
  db.exec("COMMIT");
  batch.forEach(({ done }, i) => done(made[i] ?? 0));
}

const body = z.object({ content: z.string() });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { content } = body.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
    waiting.push({
      thread: request.url?.slice(1) ?? "",
      text: content,
      done: (made) => {
        const answer = JSON.stringify({ id: `m${made}`, seq: made, content });
        response.writeHead(201, { "content-type": "application/json", "content-length": Buffer.byteLength(answer) });
        response.end(answer);
      },
    });
    if (waiting.length === 1) setImmediate(commit);
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  process.stdout.write(`floor ready http://127.0.0.1:${address.port}\n`);
});
