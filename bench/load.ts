import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { BusHub, freshHome, mcpCall } from "./bus-hub.ts";
import { cpuMs, residentMb, start, stop, type Started } from "./child.ts";
import { readForever, waitForever } from "./listeners.ts";
import { at, row } from "./numbers.ts";
import { RawClient, type Ask } from "./raw.ts";
import { until } from "./until.ts";

// What many listeners cost: posting flat out while everybody listens, one line to all of them, how long /health takes meanwhile, and the
// memory before, during and after. The floor is bench/load-floor.ts, driven by the same client, one after the other.
//   npm run bench:load                        1,000 waiters over MCP, 250 streams of the page, 250 of the bus
//   npm run bench:load -- --waiters 200 --streams 100

const waiters = numberAfter("--waiters") ?? 1_000;
const streams = numberAfter("--streams") ?? 500;
const posters = numberAfter("--posters") ?? 4;
const flatOutMs = (numberAfter("--seconds") ?? 8) * 1_000;
const singleLines = 15;
const streamsPerViewer = 10;
const healthEveryMs = 20;
const settleMs = (numberAfter("--settle") ?? 60) * 1_000;

/** What is driven: the hub, or the floor. */
interface Side {
  readonly started: Started;
  readonly post: (text: string) => Ask;
  readonly wait: (waiter: number, after: number) => Ask;
  readonly stream: (stream: number) => { readonly path: string; readonly token?: string };
  readonly waiting: () => Promise<number>;
}

interface Load {
  readonly rate: number;
  readonly cpuPerLine: number;
  /** Milliseconds to each listener, sorted. */
  readonly delivery: readonly number[];
  readonly health: readonly number[];
  readonly memory: { readonly before: number; readonly waiting: number; readonly listening: number; readonly peak: number; readonly after: number };
}

const scratch = mkdtempSync(join(tmpdir(), "parley-bench-"));
try {
  const below = await onFloor();
  const above = await onHub();
  report(below, above);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function onFloor(): Promise<Load> {
  const started = await start([join(import.meta.dirname, "load-floor.ts"), join(scratch, "floor.db")]);
  const listening = z.object({ waiters: z.number() });
  try {
    return await measure({
      started,
      post: (content) => ({ path: "/", body: { content } }),
      wait: (_waiter, after) => ({ path: "/wait", body: { after } }),
      stream: () => ({ path: "/stream" }),
      waiting: async () => listening.parse(await (await fetch(`http://127.0.0.1:${started.port}/listening`)).json()).waiters,
    });
  } finally {
    await stop(started);
  }
}

async function onHub(): Promise<Load> {
  await using hub = await BusHub.start(freshHome(scratch));
  const tokens = await hub.agents(waiters);
  const person = await hub.person();
  // What readers have not taken is counted for each token: nobody watches with hundreds of streams under one.
  const viewers: string[] = [];
  for (let n = 0; n < streams; n += streamsPerViewer) viewers.push(await hub.person());
  const thread = await hub.thread("bench");
  const told = z.tuple([z.object({ text: z.string() })]);
  return await measure({
    started: hub.started,
    post: (content) => ({ path: `/api/threads/${thread}/messages`, token: person, body: { content } }),
    wait: (waiter, after) => mcpCall(tokens[waiter] ?? "", "msg_wait", { thread_id: thread, after_seq: after, return_format: "json" }),
    stream: (n) =>
      n % 2 === 0
        ? { path: `/api/events?thread=${thread}`, token: viewers[Math.floor(n / streamsPerViewer)] ?? person }
        : { path: `/events?thread_id=${thread}`, token: tokens[n % waiters] ?? person },
    waiting: async () => {
      const [{ text }] = await hub.api("POST", "/api/mcp/tool/thread_wait_state_get", told, { thread_id: thread });
      return z.object({ count: z.number() }).parse(JSON.parse(text)).count;
    },
  });
}

async function measure(side: Side): Promise<Load> {
  const { started } = side;
  const { port } = started;
  await setTimeout(1_000);
  const before = residentMb(started);
  let heard: (piece: string) => void = () => {};
  const open: Disposable[] = [];
  for (let n = 0; n < waiters; n++) {
    open.push(
      await waitForever(
        port,
        (after) => side.wait(n, after),
        (body) => heard(body),
      ),
    );
  }
  using poster = await RawClient.open(port);
  await poster.ask(side.post("the first line"));
  await allWait(side);
  const waiting = residentMb(started);
  for (let n = 0; n < streams; n++) {
    const { path, token } = side.stream(n);
    open.push(await readForever(port, path, token, (piece) => heard(piece)));
  }
  await allWait(side);
  await setTimeout(1_000);
  const listening = residentMb(started);

  const delivery: number[] = [];
  for (let n = 0; n < singleLines; n++) {
    const mark = `mark-${n}-${Math.random()}`;
    const all = Promise.withResolvers<void>();
    const times: number[] = [];
    const began = performance.now();
    heard = (piece) => {
      if (!piece.includes(mark)) return;
      times.push(performance.now() - began);
      if (times.length === waiters + streams) all.resolve();
    };
    await poster.ask(side.post(mark));
    await all.promise;
    delivery.push(...times);
    await allWait(side);
  }
  heard = () => {};

  const flat = await flatOut(side);
  for (const one of open) one[Symbol.dispose]();
  await setTimeout(settleMs);
  return {
    ...flat,
    delivery: delivery.toSorted((a, b) => a - b),
    memory: { before, waiting, listening, peak: flat.peak, after: residentMb(started) },
  };
}

async function flatOut(side: Side): Promise<Pick<Load, "rate" | "cpuPerLine" | "health"> & { readonly peak: number }> {
  const { port } = side.started;
  const health: number[] = [];
  let peak = 0;
  let lines = 0;
  let isOver = false;
  const began = performance.now();
  const cpu = cpuMs(side.started);
  const posting = Array.from({ length: posters }, async (_, n) => {
    using client = await RawClient.open(port);
    while (!isOver) {
      await client.ask(side.post(`line ${lines} of client ${n}, about as long as people write`));
      lines += 1;
    }
  });
  const probing = (async () => {
    using client = await RawClient.open(port);
    while (!isOver) {
      const asked = performance.now();
      await client.ask({ method: "GET", path: "/health" });
      health.push(performance.now() - asked);
      peak = Math.max(peak, residentMb(side.started));
      await setTimeout(healthEveryMs);
    }
  })();
  await setTimeout(flatOutMs);
  isOver = true;
  const took = performance.now() - began;
  await Promise.all([...posting, probing]);
  return { rate: (lines / took) * 1000, cpuPerLine: (cpuMs(side.started) - cpu) / lines, health: health.toSorted((a, b) => a - b), peak };
}

function allWait(side: Side): Promise<true> {
  return until(async () => (await side.waiting()) === waiters && true);
}

function report(below: Load, above: Load): void {
  console.log(`\n${waiters.toLocaleString("en")} waiters and ${streams} streams of one thread`);
  row("", "floor", "hub", "hub/floor", "aim");
  const line = (what: string, of: (load: Load) => number, aim: string | number = ""): void =>
    row(`  ${what}`, of(below), of(above), of(above) / of(below), aim);
  line(`lines/s, ${posters} clients posting flat out`, (load) => load.rate, "100");
  line("CPU of the server per line meanwhile, ms", (load) => load.cpuPerLine);
  line("/health meanwhile, p50 ms", (load) => at(load.health, 0.5));
  line("/health meanwhile, p99 ms", (load) => at(load.health, 0.99), "100");
  line("one line to a listener, p50 ms", (load) => at(load.delivery, 0.5));
  line("one line to a listener, p95 ms", (load) => at(load.delivery, 0.95), "150");
  line("resident before, MB", (load) => load.memory.before);
  line("  at the peak", (load) => load.memory.peak);
  line(`  ${settleMs / 1_000} s after the last listener left`, (load) => load.memory.after);
  line("  per waiter", (load) => (load.memory.waiting - load.memory.before) / waiters, "0.14");
  line("  per stream", (load) => (load.memory.listening - load.memory.waiting) / streams, "0.25");
}

function numberAfter(word: string): number | undefined {
  const place = process.argv.indexOf(word);
  return place < 0 ? undefined : Number(process.argv[place + 1]);
}
