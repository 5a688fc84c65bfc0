import { join } from "node:path";
import { z } from "zod";
import { BusHub, freshHome, mcpCall, toolResult } from "./bus-hub.ts";
import { fillHub } from "./fill.ts";
import { at, median, row } from "./numbers.ts";
import { RawClient, type Ask } from "./raw.ts";

const joined = z.object({ messages: z.array(z.unknown()).min(100) });
const deeds = ["page", "join", "post"] as const;
type Deed = (typeof deeds)[number];

/** The first round only warms up. */
const rounds = 12;
const asksInRound = 20;

interface House {
  readonly size: number;
  readonly hub: BusHub;
  readonly asks: Readonly<Record<Deed, Ask>>;
  /** One list a round. */
  readonly times: Readonly<Record<Deed, (readonly number[])[]>>;
}

/** A hub for each size, all up at once and asked in turn: what else the machine does meets them all. */
export async function opening(scratch: string, sizes: readonly number[]): Promise<void> {
  await using up = new AsyncDisposableStack();
  const houses: House[] = [];
  for (const size of sizes) houses.push(await house(scratch, size, up));
  for (let round = 0; round < rounds; round++) {
    for (const { hub, asks, times } of houses) {
      using client = await RawClient.open(hub.port);
      for (const deed of deeds) {
        const taken = await timed(client, asks[deed], deed === "join" ? (answer) => toolResult(answer, joined) : undefined);
        if (round > 0) times[deed].push(taken);
      }
    }
  }
  console.log("\nOpening a thread, and a post into it, ms");
  row("messages in the thread", ...deeds.flatMap((deed) => [`${deed} p50`, `${deed} p99`]));
  for (const { size, times } of houses)
    row(`  ${size.toLocaleString("en")}`, ...deeds.flatMap((deed) => [0.5, 0.99].map((share) => median(times[deed].map((one) => at(one, share))))));
  const [shortest, longest] = [houses[0], houses.at(-1)];
  if (shortest === undefined || longest === undefined) return;
  const ratio = (deed: Deed): number => median(longest.times[deed].map((times, i) => at(times, 0.5) / at(shortest.times[deed][i] ?? [], 0.5)));
  row("  p50, longest over shortest; aim 1.30", ...deeds.flatMap((deed) => [ratio(deed), ""]));
}

async function house(scratch: string, size: number, up: AsyncDisposableStack): Promise<House> {
  const home = freshHome(scratch);
  // Half of what is filled lies in the thread that is measured.
  const thread = await fillHub(join(home, "parley.db"), size * 2);
  const hub = up.use(await BusHub.start(home));
  const [token = ""] = await hub.agents(1);
  return {
    size,
    hub,
    asks: {
      page: { method: "GET", path: `/api/threads/${thread}/entries?limit=100`, token: hub.operator },
      join: mcpCall(token, "bus_connect", { thread_id: thread }),
      post: { path: `/api/threads/${thread}/messages`, token: hub.operator, body: { content: "one more" } },
    },
    times: { page: [], join: [], post: [] },
  };
}

async function timed(client: RawClient, ask: Ask, check: (answer: string) => unknown = () => undefined): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < asksInRound; i++) {
    const began = performance.now();
    const answer = await client.ask(ask);
    times.push(performance.now() - began);
    check(answer);
  }
  return times.toSorted((a, b) => a - b);
}
