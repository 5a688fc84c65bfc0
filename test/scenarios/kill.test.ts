import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFailed } from "vitest";
import { z } from "zod";
import type { Fault } from "#test/fakes/chat/faults";
import { processesWith } from "#test/fakes/processes";
import type { Program } from "#test/fakes/program";
import { answerAll } from "./kill-answers.ts";
import { gatherEvidence, judge } from "./kill-judge.ts";
import { prepare, startLoad, type Load } from "./kill-load.ts";
import { KillWorld, ready } from "./kill-world.ts";
import { seeded, type Chance } from "./seeded.ts";

const faults: readonly [Fault, ...Fault[]] = [
  { on: "post", kind: "cut-before" },
  { on: "post", kind: "cut-after" },
  { on: "post", kind: "cut-after" },
  { on: "post", kind: "limit", retryAfterMs: 40 },
  { on: "post", kind: "busy" },
  { on: "post", kind: "garbage" },
  { on: "edit", kind: "cut-before" },
  { on: "edit", kind: "cut-after" },
  { on: "edit", kind: "limit", retryAfterMs: 40 },
  { on: "upload", kind: "cut-before" },
  { on: "upload", kind: "cut-after" },
  { on: "ack", kind: "cut-before" },
  { on: "ack", kind: "cut-after" },
];

/** Somewhere in its life: while it starts, when it is ready, in the middle of a call to the chat, right after an answer, any time. */
async function fate(world: KillWorld, hub: Program, load: Load, chance: Chance): Promise<void> {
  const when = chance.pick(["starting", "starting", "ready", "call", "call", "call", "answer", "answer", "any"] as const);
  if (when === "starting") {
    await Promise.race([hub.says(ready), wait(chance.below(600))]);
    return;
  }
  await hub.says(ready);
  if (when === "ready") return wait(chance.below(30));
  if (when === "any") return wait(chance.below(300));
  const method = chance.pick(["post", "post", "edit", "edit", "ack", "upload"] as const);
  const calls = (): number => world.chat.calls.filter((call) => call.method === method).length;
  const goal = calls() + 1 + chance.below(6);
  const answers = load.ledger.accepted.length + 1 + chance.below(5);
  const off = new AbortController();
  const reached = world.chat
    .waitFor(() => (when === "call" ? calls() >= goal : load.ledger.accepted.length >= answers), { signal: off.signal })
    .catch(() => undefined);
  await Promise.race([reached, wait(350)]);
  off.abort();
  // At once is before the hub has heard the answer; a little later it is between two of its own steps.
  if (chance.in100(60)) await wait(chance.below(8));
}

async function settled(world: KillWorld): Promise<void> {
  const status = z.object({
    sessions: z.array(z.object({ state: z.enum(["idle", "error"]), queue: z.literal(0) })),
    open_questions: z.literal(0),
    due_deliveries: z.literal(0),
  });
  let calm = 0;
  await world.until("nothing open, nothing due", async () => {
    const isCalm = world.chat.unacked.length === 0 && status.safeParse((await world.api("GET", "/api/status")).body).success;
    calm = isCalm ? calm + 1 : 0;
    return calm > 2;
  });
}

async function expectToSurvive(times: number, dedupes: boolean): Promise<void> {
  const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);
  onTestFailed(() => console.error(`Run it again with KILL_SEED=${seed}.`));
  const chance = seeded(seed);
  await using world = await KillWorld.make(dedupes);
  const first = world.spawn();
  const setting = await prepare(world);
  const load = startLoad(world, setting, chance.split());
  const over = new AbortController();
  const answering = answerAll(world, setting, load, chance.split(), over.signal);
  answering.catch(() => undefined);
  let hub = first;
  for (let n = 0; n < times; n++) {
    for (let some = chance.below(3); some > 0; some--) world.chat.fault(chance.pick(faults));
    load.more(4 + chance.below(7));
    await fate(world, hub, load, chance);
    await world.kill(hub);
    hub = world.spawn();
  }
  world.chat.clearFaults();
  await load.finish();
  await settled(world);
  over.abort();
  await answering;
  const evidence = await gatherEvidence(world);
  expect(await hub.stop()).toMatchObject({ code: 0 });
  expect(processesWith(world.home)).toEqual([]);
  expect(await judge(world, setting, load.ledger, evidence)).toEqual([]);
  // The judge has nothing to say of a hub that was never loaded.
  expect(load.ledger.accepted.length).toBeGreaterThan(times);
  expect(load.ledger.said.length).toBeGreaterThan(times);
}

describe("a hub that is killed at any moment", () => {
  it("loses nothing and says nothing twice where the chat can tell copies", () => expectToSurvive(50, true), 600_000);
  it("says nothing twice, and shows what may be missing, where it cannot", () => expectToSurvive(12, false), 300_000);
});
