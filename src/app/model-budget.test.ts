import { describe, expect, it } from "vitest";
import type { Model } from "#agents/kit/model/model";
import { BudgetSpent } from "#agents/kit/model/model-failed";
import type { JsonValue } from "#domain/json";
import type { Log } from "#lib/log";
import { fakeClock } from "#test/fakes/clock";
import { createModelBudget } from "./model-budget.ts";

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => silent };
const never = new AbortController().signal;
const request = { system: "", messages: [], tools: [] };
const model: Model = { name: "m", step: async () => ({ parts: [], usage: { inputTokens: 600, outputTokens: 400 }, stopped: "done" }) };
const noon = Date.parse("2026-11-18T12:00:00Z");

function rig(budget: { readonly usd?: number; readonly tokens?: number }) {
  const clock = fakeClock(noon);
  const kept = new Map<string, JsonValue>();
  let writes = 0;
  const store = {
    memory: async (owner: string) => kept.get(owner),
    remember: async (owner: string, value: JsonValue) => {
      writes += 1;
      kept.set(owner, value);
    },
  };
  const prices = { input: 1_000, output: 1_000 };
  const settings = {
    provider: "openai",
    name: "m",
    maxSteps: 1,
    contextTokens: 1,
    prices,
    budgetPerDay: budget,
    mcpServers: [],
    webFetch: { enabled: false, allow: [] },
  };
  const open = () => createModelBudget(settings, { store, clock, log: silent, zone: "UTC" }).bound(model);
  return { clock, open, writes: () => writes };
}

describe("the model's budget of a day", () => {
  it.each([
    ["dollars", { usd: 2 }],
    ["tokens", { tokens: 2_000 }],
  ])("ends what is asked of it once its %s are spent, and begins again the next day", async (_what, budget) => {
    const { clock, open } = rig(budget);
    const bound = open();
    for (let n = 0; n < 2; n++) await bound.step(request, {}, never);
    await expect(bound.step(request, {}, never)).rejects.toBeInstanceOf(BudgetSpent);
    await expect(bound.step(request, {}, never)).rejects.toMatchObject({ about: { until: "2026-11-19 00:00" } });
    await clock.advance(12 * 3_600_000);
    expect((await bound.step(request, {}, never)).stopped).toBe("done");
  });

  it("is the same after a restart, and is not written at every step", async () => {
    const { clock, open, writes } = rig({ tokens: 5_000 });
    const bound = open();
    for (let n = 0; n < 5; n++) await bound.step(request, {}, never);
    await clock.advance(10_000);
    expect(writes()).toBe(2);
    await expect(open().step(request, {}, never)).rejects.toBeInstanceOf(BudgetSpent);
  });
});
