import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { cpuMs, residentMb, start, startBuilt, stop, type Started } from "./child.ts";
import { drive, type Block, type Target } from "./client.ts";
import { fillFloor, fillHub, floorThread } from "./fill.ts";
import { at, median, row } from "./numbers.ts";
import { postToStream } from "./stream.ts";

// How much of the floor's rate the hub keeps when it accepts a message, at small and at large history; how long a message takes to a
// watcher; how small the process stays. Both servers run side by side and are driven in alternating blocks by the same client.
//   npm run bench             1k and 100k stored messages
//   npm run bench -- --long   1M too

const blocks = 11;
const load: readonly { readonly clients: number; readonly requests: number; readonly aim: number }[] = [
  { clients: 1, requests: 250, aim: 0.75 },
  { clients: 8, requests: 1_200, aim: 0.7 },
  { clients: 64, requests: 2_400, aim: 0.6 },
];
const sizes = process.argv.includes("--long") ? [1_000, 100_000, 1_000_000] : [1_000, 100_000];
const hubFile = z.object({ token: z.string() });

const scratch = mkdtempSync(join(tmpdir(), "parley-bench-"));
const p50: number[] = [];
try {
  for (const size of sizes) p50.push(await atSize(size));
  console.log();
  row("p50 of an accept, largest over smallest", (p50.at(-1) ?? 0) / (p50[0] ?? 1), "aim 1.30");
  await small();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function atSize(size: number): Promise<number> {
  const home = mkdtempSync(join(scratch, "home-"));
  const floorFile = join(home, "floor.db");
  const thread = await fillHub(join(home, "parley.db"), size);
  fillFloor(floorFile, size);
  const hub = await startHub(home);
  const floor = await start([join(import.meta.dirname, "floor.ts"), floorFile]);
  const hubTarget: Target = { port: hub.port, path: `/api/threads/${thread}/messages`, token: tokenOf(home) };
  const floorTarget: Target = { port: floor.port, path: `/${floorThread}` };
  console.log(`\n${size.toLocaleString("en")} stored messages`);
  row("clients", "floor /s", "hub /s", "ratio", "aim", "CPU ratio", "hub p50 ms", "hub p99 ms");
  let single = 0;
  for (const { clients, requests, aim } of load) {
    await drive(floorTarget, clients, requests);
    await drive(hubTarget, clients, requests);
    const pairs: { ratio: number; cpuRatio: number; floor: number; hub: number; times: readonly number[] }[] = [];
    for (let block = 0; block < blocks; block++) {
      const below = await costed(floor, () => drive(floorTarget, clients, requests));
      const above = await costed(hub, () => drive(hubTarget, clients, requests));
      pairs.push({ ratio: above.rate / below.rate, cpuRatio: below.cpu / above.cpu, floor: below.rate, hub: above.rate, times: above.times });
    }
    const times = pairs.flatMap((pair) => pair.times).toSorted((a, b) => a - b);
    if (clients === 1) single = at(times, 0.5);
    row(
      `  ${clients}`,
      median(pairs.map((p) => p.floor)),
      median(pairs.map((p) => p.hub)),
      median(pairs.map((p) => p.ratio)),
      aim,
      median(pairs.map((p) => p.cpuRatio)),
      at(times, 0.5),
      at(times, 0.99),
    );
  }
  const stream = await postToStream(hubTarget, thread, 400);
  row("  POST to stream, p50 and p99 in ms", at(stream, 0.5), at(stream, 0.99));
  await stop(hub);
  await stop(floor);
  rmSync(home, { recursive: true });
  return single;
}

/** With the processor time that the server took for it, which says more than the rate while others use the machine. */
async function costed(server: Started, work: () => Promise<Block>): Promise<Block & { readonly cpu: number }> {
  const before = cpuMs(server);
  const block = await work();
  return { ...block, cpu: cpuMs(server) - before };
}

async function small(): Promise<void> {
  const home = mkdtempSync(join(scratch, "small-"));
  await stop(await startHub(home));
  const hub = await startHub(home);
  const ready = residentMb(hub);
  // A hub that nobody calls returns what its start took; on a machine that does other things too it waits for a calm moment.
  await setTimeout(15_000);
  const idle = residentMb(hub);
  const token = tokenOf(home);
  const made = await fetch(`http://127.0.0.1:${hub.port}/api/threads`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ topic: "bench" }),
  });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const before = diskOf(home);
  await drive({ port: hub.port, path: `/api/threads/${id}/messages`, token }, 8, 10_000);
  const busy = residentMb(hub);
  await stop(hub);
  console.log();
  row("start to ready, ms", hub.readyMs, "aim 1000");
  row("resident when ready, MB", ready);
  row("resident idle, MB", idle, "aim 100");
  row("resident after 10,000 messages, MB", busy);
  row("on disk per message, bytes", (diskOf(home) - before) / 10_000);
}

function startHub(home: string): Promise<Started> {
  writeFileSync(join(home, "parley.yaml"), "server: { port: 0 }\n");
  return startBuilt(home);
}

function tokenOf(home: string): string {
  return hubFile.parse(JSON.parse(readFileSync(join(home, "hub.json"), "utf8"))).token;
}

function diskOf(home: string): number {
  const size = (name: string): number => statSync(join(home, name), { throwIfNoEntry: false })?.size ?? 0;
  return size("parley.db") + size("parley.db-wal");
}
