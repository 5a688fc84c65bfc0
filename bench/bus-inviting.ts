import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { BusHub, freshHome } from "./bus-hub.ts";
import { median, row } from "./numbers.ts";
import { until } from "./until.ts";

const guest = `
const { PARLEY_URL, PARLEY_TOKEN, PARLEY_THREAD } = process.env;
const began = performance.timeOrigin;
const content = JSON.stringify({ began, mb: process.memoryUsage.rss() / 2 ** 20 });
await fetch(PARLEY_URL + "/api/threads/" + PARLEY_THREAD + "/messages", { method: "POST", headers: { authorization: "Bearer " + PARLEY_TOKEN }, body: JSON.stringify({ content }) });
`;

/** From the invitation to the process's first instruction, to its first line in the thread, to its end. */
export async function inviting(scratch: string): Promise<void> {
  const home = freshHome(scratch);
  writeFileSync(join(home, "guest.mjs"), guest);
  await using hub = await BusHub.start(home, { guest: { invoke_command: `"${process.execPath}" guest.mjs` } });
  const lines = z.array(z.object({ content: z.string(), author_kind: z.string(), created_at: z.string() }));
  const [started, joined, left, mb]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let i = 0; i < 10; i++) {
    const thread = await hub.thread(`visit ${i}`);
    const began = performance.timeOrigin + performance.now();
    await hub.api("POST", "/api/agents/invite", z.object({ ok: z.literal(true) }), { agent_name: "guest", thread_id: thread });
    const all = await until(async () => {
      const now = await hub.api("GET", `/api/threads/${thread}/messages`, lines);
      return now.length >= 3 && now;
    });
    const [said] = all.filter((line) => line.author_kind === "agent");
    const first = z.object({ began: z.number(), mb: z.number() }).parse(JSON.parse(said?.content ?? ""));
    started.push(first.began - began);
    joined.push(Date.parse(said?.created_at ?? "") - began);
    left.push(Date.parse(all.at(-1)?.created_at ?? "") - began);
    mb.push(first.mb);
  }
  console.log("\nAn invitation, median of 10");
  row("", "started ms", "joined ms", "left ms", "memory MB");
  row("  a guest that says one line", median(started), median(joined), median(left), median(mb));
}
