import { describe, expect, it } from "vitest";
import type { AgentsReading, Invitable } from "#domain/invitation";
import type { Processes } from "#domain/processes";
import type { Log } from "#lib/log";
import { fakeClock } from "#test/fakes/clock";
import { verifies } from "#test/verifies";
import { createInvitable, digestOf } from "./invitable.ts";

const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => log };
const entry = (name: string, more: Partial<Invitable> = {}): Invitable => ({
  name,
  displayName: name,
  description: "",
  argv: [name],
  timeoutSeconds: 30,
  maxRuntimeSeconds: 60,
  enabled: true,
  environment: [],
  ...more,
});
const reading = (...entries: readonly Invitable[]): AgentsReading => ({ entries, invalid: [] });

/** A file that changes by word, and a machine on which commands come and go. */
function world(first: AgentsReading) {
  const clock = fakeClock();
  const state = { now: first, changed: () => {}, checked: [] as string[], missing: new Set<string>(), asked: [] as string[] };
  const never = () => Promise.reject(new Error("nothing is started here"));
  const processes: Processes = {
    start: never,
    adopt: never,
    user: never,
    check: async ({ argv }) => {
      state.checked.push(argv[0]);
      return state.missing.has(argv[0]) ? { ok: false, says: `${argv[0]} is missing.` } : { ok: true, says: "fine" };
    },
  };
  const file = {
    path: "/w/config/available-agents.json",
    read: async () => state.now,
    watch: (changed: () => void) => {
      state.changed = changed;
      return () => {
        state.changed = () => {};
      };
    },
  };
  const settings = { workspace: "/w", language: "en" } as Parameters<typeof createInvitable>[0]["settings"];
  const agents = createInvitable(
    { clock, log, settings },
    { file, processes, dir: "/h", address: () => "", environment: () => ({}) },
    async (one) => `que_${state.asked.push(one.name)}`,
  );
  const change = async (next: AgentsReading): Promise<void> => {
    state.now = next;
    state.changed();
    await clock.settle();
  };
  return { agents, clock, state, change };
}

describe("agents that can be invited", () => {
  verifies("AW-FUT-5", "are checked at the start, on a change and every ten minutes, and only those that could be started", async () => {
    const { agents, clock, state, change } = world(reading(entry("a"), entry("off", { enabled: false })));
    await agents.start();
    await clock.settle();
    expect(state.checked).toEqual(["a"]);
    await change(reading(entry("a"), entry("new")));
    expect(state.checked).toEqual(["a", "a"]);
    state.missing.add("a");
    await clock.advance(10 * 60_000);
    expect(state.checked).toEqual(["a", "a", "a"]);
    expect(agents.health("a")).toMatchObject({ ok: false, says: "a is missing." });
    expect(agents.redLines().map(({ why }) => why)).toContain("a is missing.");
    state.missing.clear();
    await clock.advance(10 * 60_000);
    expect(agents.health("a")).toMatchObject({ ok: true });
    await agents[Symbol.asyncDispose]();
    await clock.advance(60 * 60_000);
    expect(state.checked).toHaveLength(4);
  });

  it("are asked for once for each change of what would run", async () => {
    const { agents, state, change } = world(reading());
    await agents.start();
    await change(reading(entry("a")));
    await change(reading(entry("a", { description: "other words" })));
    expect(state.asked).toEqual(["a"]);
    for (const more of [{ argv: ["a", "-x"] }, { displayName: "Ola" }, { runAs: "root" }, { environment: ["KEY"] }, { maxRuntimeSeconds: 9_999 }])
      await change(reading(entry("a", more)));
    expect(state.asked).toHaveLength(6);
    expect(agents.entries()).toEqual([]);
  });

  it("a yes is good for what was shown, not for what stands there by then", async () => {
    const { agents, change } = world(reading());
    await agents.start();
    const shown = entry("a");
    await change(reading(shown));
    await change(reading(entry("a", { argv: ["evil"] })));
    expect(agents.allow("a", digestOf(shown))).toBeUndefined();
    expect(agents.entries()).toEqual([]);
    await change(reading(shown));
    expect(agents.allow("a", digestOf(shown))).toEqual(shown);
    expect(agents.entries()).toEqual([shown]);
  });

  it("that wait name the question that decides, and are asked for again once nobody has answered it", async () => {
    const { agents, state, change } = world(reading());
    await agents.start();
    await change(reading(entry("a")));
    expect(agents.invalid()).toMatchObject([{ name: "a", question: "que_1" }]);
    agents.unanswered(digestOf(entry("a")));
    await change(reading(entry("a")));
    expect(state.asked).toEqual(["a", "a"]);
    expect(agents.invalid()).toMatchObject([{ name: "a", question: "que_2" }]);
  });

  it("that were taken away or switched off are asked for anew when they come back", async () => {
    const { agents, state, change } = world(reading(entry("a"), entry("b")));
    await agents.start();
    await change(reading(entry("b", { enabled: false })));
    await change(reading(entry("a"), entry("b")));
    expect([state.asked, agents.entries()]).toEqual([["a", "b"], []]);
    await change({ ...reading(), problem: "half written" });
    expect(agents.allow("a", digestOf(entry("a")))).toEqual(entry("a"));
    await change({ ...reading(), problem: "half written" });
    expect(agents.entries()).toEqual([entry("a")]);
  });

  it("that went while a question was open, and came back after it, are asked for with a new one", async () => {
    const { agents, state, change } = world(reading());
    await agents.start();
    await change(reading(entry("a")));
    await change(reading());
    expect(agents.allow("a", digestOf(entry("a")))).toBeUndefined();
    await change(reading(entry("a")));
    expect(state.asked).toEqual(["a", "a"]);
    expect(agents.invalid()).toMatchObject([{ name: "a", question: "que_2" }]);
  });

  it("that were switched off at the start cannot be switched on by an edit alone", async () => {
    const { agents, state, change } = world(reading(entry("off", { enabled: false })));
    await agents.start();
    await change(reading(entry("off")));
    expect([state.asked, agents.entries()]).toEqual([["off"], []]);
  });
});
