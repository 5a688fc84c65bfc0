import { join } from "node:path";
import { z } from "zod";
import { BusHub, freshHome, mcpCall, toolResult } from "./bus-hub.ts";
import { start, stop, type Started } from "./child.ts";
import { driveEach, type Block } from "./client.ts";
import { fillFloor, fillHub, floorThread } from "./fill.ts";
import { at, median, row } from "./numbers.ts";
import { RawClient } from "./raw.ts";

const sync = z.object({ current_seq: z.number(), reply_token: z.string() });

/** Blocks of both in turn, so that what else the machine does meets both; the first ones only warm up. */
const blocks = 12;
const warmUp = 3;

interface Pair {
  readonly below: Block;
  readonly above: Block;
}

/** What one post costs whoever waits for it, whatever the thread holds already. */
export async function postingAlone(scratch: string, sizes: readonly number[]): Promise<void> {
  console.log("\nOne post over MCP after another, over the floor with the same history: bare node:http and node:sqlite (WAL, FULL), one commit");
  console.log("per turn of the event loop shared by all clients, the message row only, no auth, no MCP (bench/floor.ts). ms");
  row("messages in the thread", "floor p50", "MCP p50", "p50 ratio", "floor p99", "MCP p99", "p99 ratio");
  for (const size of sizes) {
    const home = freshHome(scratch);
    // Half of what is filled lies in the thread that is measured.
    const thread = await fillHub(join(home, "parley.db"), size * 2);
    const floor = await startFloor(home, size);
    await using hub = await BusHub.start(home);
    const token = await hub.person();
    const pairs = await inTurn(
      () => driveEach([{ port: floor.port, path: `/${floorThread}` }], 500),
      () => posts(hub, token, [thread], 500),
    );
    const times = (side: keyof Pair, share: number) =>
      at(
        pairs.flatMap((pair) => pair[side].times).toSorted((a, b) => a - b),
        share,
      );
    row(`  ${size.toLocaleString("en")}`, ...[0.5, 0.99].flatMap((share) => ratioOf(times("below", share), times("above", share))));
    await stop(floor);
  }
  row("  aim", "", "", 2, "", "", 2);
}

/** How many it takes when many post at once: then each waits for the others, here as there. */
export async function postingTogether(scratch: string): Promise<void> {
  const home = freshHome(scratch);
  const floor = await startFloor(home, 1_000);
  await using hub = await BusHub.start(home);
  const token = await hub.person();
  console.log("\nPosts a second, each client in its own thread, over the same floor");
  row("clients", "floor /s", "MCP /s", "MCP/floor", "MCP p50 ms", "MCP p99 ms");
  for (const [clients, requests] of [
    [1, 500],
    [8, 2_000],
    [64, 5_000],
  ] as const) {
    const threads = await Promise.all(Array.from({ length: clients }, (_, i) => hub.thread(`posts ${clients} ${i}`)));
    const pairs = await inTurn(
      () =>
        driveEach(
          threads.map((thread) => ({ port: floor.port, path: `/${thread}` })),
          requests,
        ),
      () => posts(hub, token, threads, requests),
    );
    const rate = (side: keyof Pair) => median(pairs.map((pair) => pair[side].rate));
    const ratio = median(pairs.map(({ below, above }) => above.rate / below.rate));
    const times = pairs.flatMap((pair) => pair.above.times).toSorted((a, b) => a - b);
    row(`  ${clients}`, rate("below"), rate("above"), ratio, at(times, 0.5), at(times, 0.99));
  }
  await stop(floor);
}

function startFloor(home: string, size: number): Promise<Started> {
  const file = join(home, "floor.db");
  fillFloor(file, size);
  return start([join(import.meta.dirname, "floor.ts"), file]);
}

async function inTurn(below: () => Promise<Block>, above: () => Promise<Block>): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let block = 0; block < blocks; block++) {
    const pair = { below: await below(), above: await above() };
    if (block >= warmUp) pairs.push(pair);
  }
  return pairs;
}

function ratioOf(below: number, above: number): readonly number[] {
  return [below, above, above / below];
}

async function posts(hub: BusHub, token: string, threads: readonly string[], requests: number): Promise<Block> {
  const seats = await Promise.all(
    threads.map(async (thread) => {
      const client = await RawClient.open(hub.port);
      const now = toolResult(await client.ask(mcpCall(token, "msg_wait", { thread_id: thread, after_seq: 0, timeout_ms: 0, return_format: "json" })), sync);
      return { client, thread, now };
    }),
  );
  const times: number[] = [];
  let left = requests;
  const began = performance.now();
  await Promise.all(
    seats.map(async ({ client, thread, now }) => {
      let last = now;
      while (left > 0) {
        left -= 1;
        const content = `line ${left} of a block, about as long as people write`;
        const sent = performance.now();
        const answer = await client.ask(
          mcpCall(token, "msg_post", { thread_id: thread, author: "Ola", content, expected_last_seq: last.current_seq, reply_token: last.reply_token }),
        );
        times.push(performance.now() - sent);
        last = toolResult(answer, sync);
      }
    }),
  );
  const took = performance.now() - began;
  for (const { client } of seats) client[Symbol.dispose]();
  return { rate: (requests / took) * 1000, times: times.toSorted((a, b) => a - b) };
}
