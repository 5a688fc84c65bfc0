import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import type { TranscriptFact } from "./profile.ts";
import { TurnRun } from "./turn-run.ts";
import { workStatus } from "./work-status.ts";

function runOf(...facts: readonly TranscriptFact[]): TurnRun {
  const sink = { isOver: false, happened: async () => ({ how: "kept" as const }) };
  const run = new TurnRun({ turn: "trn_1", text: "do it", sink, isOwnPrompt: (text) => text === "do it" });
  run.record.add({ kind: "prompt", text: "do it" });
  for (const fact of facts) run.record.add(fact);
  return run;
}

const step: TranscriptFact = { kind: "step", step: { id: "s", verb: "run", what: "make", state: "running" } };
const waits: TranscriptFact = { kind: "waits", status: { doing: "rate_limited", what: "HTTP 429", until: 9 } };
const busy = { kind: "busy", composer: "", status: { doing: "working" } } as const;

describe("what a turn is doing", () => {
  verifies("C-11.3-1", "is work on a step, a wait for the model until a moment, or nothing at all for a while", () => {
    expect(workStatus(runOf(), busy, {}, 0)).toEqual({ doing: "working" });
    expect(workStatus(runOf(step), busy, {}, 0)).toEqual({ doing: "working", what: "run make" });
    expect(workStatus(runOf(step, waits), busy, {}, 60_000)).toEqual({ doing: "rate_limited", what: "HTTP 429", until: 9 });
    expect(workStatus(runOf(step), busy, {}, 60_000)).toEqual({ doing: "stalled", what: "run make" });
    expect(workStatus(runOf(waits, step), busy, {}, 0)).toEqual({ doing: "working", what: "run make" });
  });

  it("is known only where the screen shows work, or never does", () => {
    const ready = { kind: "ready", composer: "" } as const;
    expect(workStatus(runOf(), ready, {}, 60_000)).toBeUndefined();
    expect(workStatus(runOf(), { kind: "unknown" }, {}, 60_000)).toBeUndefined();
    expect(workStatus(runOf(), ready, { isWorkShown: false }, 60_000)).toEqual({ doing: "stalled" });
  });

  it("is not stalled while somebody is asked", async () => {
    const run = runOf();
    await run.ask({ key: "k", kind: "choice", prompt: "Which?", options: [] });
    expect(workStatus(run, busy, {}, 60_000)).toEqual({ doing: "working" });
  });
});
