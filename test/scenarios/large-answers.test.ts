import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setInterval as ticks } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { startHub, type Program } from "#test/fakes/program";

const lines = 60;
const lineBytes = 250_000;
const megabyte = 1024 * 1024;

let home: string;
let hub: Program;
let operator: string;
let agent: string;
let thread: string;
const posted = new Map<number, string>();

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "parley-large-"));
  writeFileSync(join(home, "parley.yaml"), "server: { port: 0 }\npeople: [{ name: Ana, role: owner }]\nsessions: []\n");
  hub = await startHub(["--home", home, "--config", join(home, "parley.yaml")], { cwd: home });
  operator = z.object({ token: z.string() }).parse(JSON.parse(readFileSync(join(home, "hub.json"), "utf8"))).token;
  agent = await tokenFor("bee");
  thread = z.object({ id: z.string() }).parse(await (await ask("POST", "/api/threads", { topic: "large" })).json()).id;
  posted.clear();
  for (let i = 1; i <= lines; i++) {
    const content = `${i} ${"words and ".repeat(lineBytes / 10)}`;
    const response = await ask("POST", `/api/threads/${thread}/messages`, { content });
    const { seq } = z.object({ seq: z.number() }).parse(await response.json());
    posted.set(seq, digest(content));
  }
});
afterEach(async () => {
  await hub[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
const ask = (method: string, path: string, body?: unknown, token = agent): Promise<Response> =>
  fetch(`${hub.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function tokenFor(name: string): Promise<string> {
  return z.object({ token: z.string() }).parse(await (await ask("POST", "/api/tokens", { agent: name }, operator)).json()).token;
}

/** The status of an answer, read to its end. */
const statusOf = async (asking: Promise<Response>): Promise<number> => {
  const response = await asking;
  await response.arrayBuffer();
  return response.status;
};

/** The most memory that the hub has ever had. */
function peakBytes(): number {
  const kilobytes = /VmHWM:\s+(?<kb>\d+) kB/.exec(readFileSync(`/proc/${hub.pid}/status`, "utf8"))?.groups?.["kb"];
  return Number(kilobytes) * 1024;
}

/** Asks for /health for as long as the attack goes on. */
async function whileHealthIsAsked(attack: () => Promise<void>): Promise<readonly number[]> {
  const over = new AbortController();
  const attacked = attack().finally(() => over.abort());
  const took: number[] = [];
  try {
    for await (const _tick of ticks(25, undefined, { signal: over.signal })) {
      const before = performance.now();
      expect(await statusOf(fetch(`${hub.url}/health`))).toBe(200);
      took.push(performance.now() - before);
    }
  } catch (cause) {
    if (!over.signal.aborted) throw cause;
  }
  await attacked;
  return took.toSorted((a, b) => a - b);
}

/** Every line that was acknowledged, page by page, as it was posted. */
async function expectNothingLost(): Promise<void> {
  const found = new Map<number, string>();
  let next: string | undefined = `/api/threads/${thread}/messages?limit=1000`;
  while (next !== undefined) {
    const response = await ask("GET", next, undefined, operator);
    for (const { seq, content } of z.array(z.object({ seq: z.number(), content: z.string() })).parse(await response.json())) found.set(seq, digest(content));
    next = /^<(?<next>[^>]+)>/.exec(response.headers.get("link") ?? "")?.groups?.["next"];
  }
  expect([...found]).toEqual([...posted]);
}

function report(what: string, took: readonly number[]): void {
  const at = (share: number): string => (took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0).toFixed(0);
  console.info(`${what}: /health ${took.length} times, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; hub at most ${Math.round(peakBytes() / megabyte)} MB`);
}

/** All of them are the same token. */
const spellings = ["Bearer", "bearer", "BEARER", "bEarer", "beArer", "beaRer", "bearEr", "beareR", "BEarer", "BEArer"];

/** Asks for pages or a stream on many connections and reads nothing. */
function neverRead(paths: readonly string[], tokens: readonly string[]): Disposable {
  const { hostname, port, host } = new URL(hub.url);
  const sockets = Array.from({ length: 40 }, (_, i) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.pause();
    const path = paths[i % paths.length] ?? "";
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${spellings[Math.floor(i / tokens.length) % spellings.length]} ${tokens[i % tokens.length]}\r\n\r\n`.repeat(
        path.includes("events") ? 1 : 20,
      ),
    );
    return socket;
  });
  return { [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()) };
}

describe("large answers", () => {
  it("cost no more than 400 MB, hold up nobody, and lose nothing", async () => {
    const pages = `/api/threads/${thread}/messages?limit=1000`;
    const list = (id: number): object => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "msg_list", arguments: { thread_id: thread, after_seq: -1, limit: 1000, return_format: "json" } },
    });
    const batch = Array.from({ length: 50 }, (_, i) => list(i));

    const batches = await whileHealthIsAsked(async () => {
      const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(ask("POST", "/mcp", batch))));
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    });
    report("batches of msg_list", batches);
    expect(batches.length).toBeGreaterThan(0);

    const reads = await whileHealthIsAsked(async () => {
      for (let round = 0; round < 5; round++) {
        const statuses = await Promise.all(Array.from({ length: 30 }, () => statusOf(ask("GET", pages))));
        expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      }
    });
    report("thirty parallel reads", reads);
    expect(reads.length).toBeGreaterThan(0);

    const tokens = [agent, ...(await Promise.all(["ant", "cat", "dog"].map(tokenFor)))];
    using _unread = neverRead([pages, `/api/threads/${thread}/entries?limit=1000`, `/api/events?thread=${thread}`, `/events?thread_id=${thread}`], tokens);
    const deaf = await whileHealthIsAsked(async () => {
      // Somebody who reads is served meanwhile, and what is posted is on disk.
      for (let i = 0; i < 40; i++) {
        const response = await ask("POST", `/api/threads/${thread}/messages`, { content: `meanwhile ${i}` }, operator);
        expect(response.status).toBe(201);
        const { seq } = z.object({ seq: z.number() }).parse(await response.json());
        posted.set(seq, digest(`meanwhile ${i}`));
        expect(await statusOf(ask("GET", pages, undefined, operator))).toBe(200);
      }
    });
    report("forty clients that do not read", deaf);
    expect(deaf.length).toBeGreaterThan(0);

    expect(peakBytes()).toBeLessThan(400 * megabyte);
    await expectNothingLost();
  });
});
