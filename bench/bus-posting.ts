import { join } from "node:path";
import { z } from "zod";
import { BusHub, freshHome, mcpCall, toolResult } from "./bus-hub.ts";
import { start, stop } from "./child.ts";
import { drive } from "./client.ts";
import { fillFloor } from "./fill.ts";
import { at, median, row } from "./numbers.ts";
import { RawClient } from "./raw.ts";

const sync = z.object({ current_seq: z.number(), reply_token: z.string() });

type Block = Awaited<ReturnType<typeof drive>>;

/** Blocks of both in turn; the first ones only warm up. */
const blocks = 9;
const warmUp = 2;

export async function posting(scratch: string): Promise<void> {
  const home = freshHome(scratch);
  const floorFile = join(home, "floor.db");
  fillFloor(floorFile, 1_000);
  const floor = await start([join(import.meta.dirname, "floor.ts"), floorFile]);
  await using hub = await BusHub.start(home);
  // A person's: agents among themselves are stopped after some lines, which is not what is measured.
  const { token } = await hub.api("POST", "/api/tokens", z.object({ token: z.string() }), { person: "Ola" });
  console.log("\nPosts over MCP, each client in its own thread, over the floor: bare node:http and node:sqlite (WAL, FULL), one commit");
  console.log("per turn of the event loop shared by all clients, one thread, the message row only, no auth, no MCP (bench/floor.ts). ms");
  row("clients", "floor /s", "MCP /s", "floor p50", "MCP p50", "p50 ratio", "floor p99", "MCP p99", "p99 ratio");
  for (const [clients, requests] of [
    [1, 300],
    [8, 1_200],
    [64, 3_200],
  ] as const) {
    const threads = await Promise.all(Array.from({ length: clients }, (_, i) => hub.thread(`posts ${clients} ${i}`)));
    const pairs: { readonly below: Block; readonly above: Block }[] = [];
    for (let block = 0; block < blocks; block++) {
      const below = await drive({ port: floor.port, path: "/" }, clients, requests);
      const above = await posts(hub, token, threads, requests);
      if (block >= warmUp) pairs.push({ below, above });
    }
    const rate = (side: "below" | "above") => median(pairs.map((pair) => pair[side].rate));
    const times = (side: "below" | "above", share: number) => median(pairs.map((pair) => at(pair[side].times, share)));
    // Of the two blocks of a pair, which ran in the same second; then the one in the middle.
    const ratio = (share: number) => median(pairs.map(({ below, above }) => at(above.times, share) / at(below.times, share)));
    row(`  ${clients}`, rate("below"), rate("above"), ...[0.5, 0.99].flatMap((share) => [times("below", share), times("above", share), ratio(share)]));
  }
  row("  aim", "", "", "", "", 2, "", "", 2);
  await stop(floor);
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
