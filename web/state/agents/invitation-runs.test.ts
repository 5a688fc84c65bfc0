import { describe, expect, it } from "vitest";
import type { InvitableWire, InvitationWire } from "#protocol/invitations";
import { pageInvitation } from "#test/fakes/page-agents";
import { pageScenario } from "#test/fakes/page-scenario";
import { isOpen, runsIn, wentWrong } from "./invitation-runs.ts";

const now = Date.parse("2026-11-15T12:00:00Z");
const thread = "thr_gateway";
const run = (some: Partial<InvitationWire>): InvitationWire => pageInvitation(now, { exit_code: 0, ...some });
const invitable = (last: InvitationWire): readonly InvitableWire[] => [{ ...pageScenario(now).snapshot.invitable[0]!, last }];
const states = (runs: readonly InvitationWire[]): readonly string[] => runs.map(({ id, state }) => `${id} ${state}`);

describe("runs of a thread", () => {
  it("count the further one of two tellings of the same run, whichever came first", () => {
    const early = run({ state: "starting" });
    const late = run({ state: "joined" });
    expect(states(runsIn({ runs: new Map([[thread, [early]]]), invitable: invitable(late) }, thread))).toEqual(["inv_1 joined"]);
    expect(states(runsIn({ runs: new Map([[thread, [late]]]), invitable: invitable(early) }, thread))).toEqual(["inv_1 joined"]);
  });

  it("stand newest first, and those of other threads are not among them", () => {
    const older = run({ id: "inv_0", started_at: "2026-11-15T08:00:00Z" });
    const elsewhere = run({ id: "inv_9", thread_id: "thr_other" });
    expect(states(runsIn({ runs: new Map([[thread, [older, run({})]]]), invitable: invitable(elsewhere) }, thread))).toEqual(["inv_1 ended", "inv_0 ended"]);
  });

  it.each([
    [{ state: "starting" }, true, false],
    [{ state: "joined" }, true, false],
    [{ state: "ended", exit_code: 0 }, false, false],
    [{ state: "ended", exit_code: 3 }, false, true],
    [{ state: "ended", exit_code: null, signal: "SIGKILL" }, false, true],
    [{ state: "refused", exit_code: null }, false, true],
    [{ state: "lost", exit_code: null }, false, true],
  ] as const)("knows whether %j goes on, and whether it went wrong", (some, goesOn, wrong) => {
    expect([isOpen(run(some)), wentWrong(run(some))]).toEqual([goesOn, wrong]);
  });
});
