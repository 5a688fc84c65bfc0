import { join } from "node:path";
import { z } from "zod";
import { BusHub, freshHome, mcpCall, restCall } from "./bus-hub.ts";
import { residentMb, start, stop } from "./child.ts";
import { at, row } from "./numbers.ts";
import { RawClient, type Ask } from "./raw.ts";
import { until } from "./until.ts";

interface Bell {
  /** Request of one waiter, after the line that was posted last. */
  readonly wait: (waiter: number) => Ask;
  readonly waiting: () => Promise<number>;
  readonly ring: (client: RawClient) => Promise<unknown>;
}

export async function waking(scratch: string): Promise<void> {
  const floor = await start([join(import.meta.dirname, "poll-floor.ts")]);
  await using hub = await BusHub.start(freshHome(scratch));
  const tokens = await hub.agents(500);
  const thread = await hub.thread("bench");
  let seq = 0;
  const told = z.tuple([z.object({ text: z.string() })]);
  const hubBell = (call: typeof mcpCall): Bell => ({
    wait: (waiter) => call(tokens[waiter] ?? "", "msg_wait", { thread_id: thread, after_seq: seq, return_format: "json" }),
    waiting: async () => {
      const [{ text }] = await hub.api("POST", "/api/mcp/tool/thread_wait_state_get", told, { thread_id: thread });
      return z.object({ count: z.number() }).parse(JSON.parse(text)).count;
    },
    ring: async (client) => {
      const made = await client.ask({ path: `/api/threads/${thread}/messages`, token: hub.operator, body: { content: "wake up" } });
      seq = z.object({ seq: z.number() }).parse(JSON.parse(made)).seq;
    },
  });
  const floorUrl = `http://127.0.0.1:${floor.port}`;
  const floorBell: Bell = {
    wait: () => ({ path: "/wait" }),
    waiting: async () => Number(await (await fetch(`${floorUrl}/waiting`)).text()),
    ring: (client) => client.ask({ path: "/", body: { content: "wake up" } }),
  };

  await remembering(hub, tokens, hubBell(mcpCall));
  console.log("\nPost to wake-up, ms");
  row("waiters", "floor p50", "floor p99", "MCP p50", "MCP p99", "REST p50", "REST p99", "MCP/floor");
  for (const [waiters, rounds] of [
    [1, 60],
    [50, 25],
    [500, 12],
  ] as const) {
    const below = await rung(floor.port, floorBell, waiters, rounds);
    const mcp = await rung(hub.port, hubBell(mcpCall), waiters, rounds);
    const rest = await rung(hub.port, hubBell(restCall), waiters, rounds);
    row(`  ${waiters}`, at(below, 0.5), at(below, 0.99), at(mcp, 0.5), at(mcp, 0.99), at(rest, 0.5), at(rest, 0.99), at(mcp, 0.5) / at(below, 0.5));
  }
  row("  aim at 500", "", "", 40, 100, 25, "", 2);

  await stop(floor);
}

/** Milliseconds from sending a post to each waiter's answer, sorted. The first round only warms up. */
async function rung(port: number, bell: Bell, waiters: number, rounds: number): Promise<readonly number[]> {
  const clients = await Promise.all(Array.from({ length: waiters }, () => RawClient.open(port)));
  using poster = await RawClient.open(port);
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const answers = clients.map(async (client, i) => {
      await client.ask(bell.wait(i));
      return performance.now();
    });
    await until(async () => (await bell.waiting()) === waiters);
    const began = performance.now();
    const rang = bell.ring(poster);
    const ended = await Promise.all(answers);
    await rang;
    if (round > 0) times.push(...ended.map((one) => one - began));
  }
  for (const client of clients) client[Symbol.dispose]();
  return times.toSorted((a, b) => a - b);
}

/** Before anything else was asked of the hub: memory that was used once is not given back. */
async function remembering(hub: BusHub, tokens: readonly string[], bell: Bell): Promise<void> {
  const clients = await Promise.all(tokens.map(() => RawClient.open(hub.port)));
  const answers: Promise<string>[] = [];
  const wait = async (from: number, to: number): Promise<number> => {
    for (let i = from; i < to; i++) answers.push(clients[i]?.ask(bell.wait(i)).catch(() => "") ?? Promise.resolve(""));
    await until(async () => (await bell.waiting()) === to);
    return residentMb(hub.started);
  };
  const few = await wait(0, 50);
  const all = await wait(50, tokens.length);
  console.log();
  row("Memory per waiting agent, MB", (all - few) / (tokens.length - 50), "aim 0.50");
  for (const client of clients) client[Symbol.dispose]();
  await Promise.all(answers);
  await until(async () => (await bell.waiting()) === 0);
}
