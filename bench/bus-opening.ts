import { join } from "node:path";
import { z } from "zod";
import { BusHub, freshHome, mcpCall, toolResult } from "./bus-hub.ts";
import { fillHub } from "./fill.ts";
import { at, row } from "./numbers.ts";
import { RawClient } from "./raw.ts";

const joined = z.object({ messages: z.array(z.unknown()).min(100) });

export async function opening(scratch: string, sizes: readonly number[]): Promise<void> {
  console.log("\nOpening a thread, and a post into it, ms");
  row("messages in the thread", "page p50", "page p99", "join p50", "join p99", "post p50", "post p99");
  const p50s: (readonly number[])[] = [];
  for (const size of sizes) {
    const home = freshHome(scratch);
    // Half of what is filled lies in the thread that is measured.
    const thread = await fillHub(join(home, "parley.db"), size * 2);
    await using hub = await BusHub.start(home);
    const [token = ""] = await hub.agents(1);
    using client = await RawClient.open(hub.port);
    const page = await timed(100, () => client.ask({ method: "GET", path: `/api/threads/${thread}/entries?limit=100`, token: hub.operator }));
    const joining = await timed(100, async () => toolResult(await client.ask(mcpCall(token, "bus_connect", { thread_id: thread })), joined));
    const post = await timed(100, () => client.ask({ path: `/api/threads/${thread}/messages`, token: hub.operator, body: { content: "one more" } }));
    row(`  ${size.toLocaleString("en")}`, at(page, 0.5), at(page, 0.99), at(joining, 0.5), at(joining, 0.99), at(post, 0.5), at(post, 0.99));
    p50s.push([page, joining, post].map((times) => at(times, 0.5)));
  }
  const [shortest = [], longest = []] = [p50s[0], p50s.at(-1)];
  row("  p50, longest over shortest; aim 1.30", ...longest.flatMap((time, i) => [time / (shortest[i] ?? 1), ""]));
}

async function timed(count: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < count + 10; i++) {
    const began = performance.now();
    await work();
    if (i >= 10) times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b);
}
