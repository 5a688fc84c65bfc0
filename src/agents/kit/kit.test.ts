import { describe, expect, it } from "vitest";
import type { AgentEvent, TurnEvent } from "#domain/agent";
import type { Answer, Subject } from "#domain/question";
import { subjectDigest } from "#lib/digest";
import { fakeClock } from "#test/fakes/clock";
import { approvalFrom, refuseUnapproved } from "./approved.ts";
import { oneEnding } from "./one-ending.ts";
import { retryReport } from "./retry-report.ts";

const turn = "trn_1";
const delta: TurnEvent = { kind: "delta", turn, text: "x" };
const ended: TurnEvent = { kind: "ended", turn, ending: { how: "completed", text: "x" } };

/** A hub that cannot keep the first `failures` events it is told. */
function hub(failures = 0) {
  const kept: AgentEvent[] = [];
  let tries = 0;
  return {
    kept,
    get tries() {
      return tries;
    },
    happened: async (event: AgentEvent) => {
      if (tries++ < failures) throw new Error("the store is busy");
      kept.push(event);
      return { how: "kept" } as const;
    },
  };
}

describe("one ending", () => {
  it("lets one ending pass, nothing after it, and no other turn's event", async () => {
    const told = hub();
    const sink = oneEnding(told, turn);
    await sink.happened(delta);
    await sink.happened({ ...delta, turn: "trn_2" });
    expect(sink.isOver).toBe(false);
    await Promise.all([sink.happened(ended), sink.happened(ended), sink.happened(delta)]);
    await sink.happened(delta);
    expect(told.kept).toEqual([delta, ended]);
    expect(sink.isOver).toBe(true);
  });

  it("lets an ending that was not kept be reported again", async () => {
    const told = hub(1);
    const sink = oneEnding(told, turn);
    await expect(sink.happened(ended)).rejects.toThrow("busy");
    expect(sink.isOver).toBe(false);
    await sink.happened(ended);
    expect(told.kept).toEqual([ended]);
  });
});

describe("reporting again", () => {
  it("waits longer each time and gets through", async () => {
    const clock = fakeClock(0);
    const told = hub(3);
    const done = retryReport(told, clock, new AbortController().signal).happened(delta);
    await clock.until(() => told.kept.length === 1);
    await done;
    expect([told.tries, clock.now(), clock.pending]).toEqual([4, 2_100, 0]);
  });

  it("gives up after five tries with what the hub said", async () => {
    const clock = fakeClock(0);
    const told = hub(99);
    const done = retryReport(told, clock, new AbortController().signal).happened(delta).catch(String);
    await clock.until(() => told.tries === 5);
    expect(await done).toContain("busy");
    expect(clock.pending).toBe(0);
  });

  it("stops waiting when it is called off", async () => {
    const clock = fakeClock(0);
    const told = hub(99);
    const off = new AbortController();
    const done = retryReport(told, clock, off.signal).happened(delta).catch(String);
    await clock.settle();
    off.abort();
    expect(await done).toContain("busy");
    expect([told.tries, clock.pending]).toEqual([1, 0]);
  });
});

describe("what is approved", () => {
  const subject: Subject = { argv: ["git", "push"], directory: "/w", environment: ["PATH"] };
  const allow: Answer = { key: "k", digest: subjectDigest(subject), how: "given", option: { id: "allow", label: "Allow once", grants: "allow" }, by: "Ann" };

  it("is what runs", () => {
    expect(refuseUnapproved(approvalFrom(allow), { environment: ["PATH"], directory: "/w", argv: ["git", "push"] })).toBeUndefined();
  });

  it.each([
    ["other arguments", { ...subject, argv: ["git", "push", "--force"] }],
    ["another directory", { ...subject, directory: "/" }],
    ["more environment", { ...subject, environment: ["PATH", "LD_PRELOAD"] }],
    ["a detail that nobody saw", { ...subject, detail: "x" }],
  ])("does not cover %s", (_what, other) => {
    expect(refuseUnapproved(approvalFrom(allow), other)?.code).toBe("SubjectChanged");
  });

  it("is nothing when it was denied, when it expired, when an option grants nothing, and when nobody was asked", () => {
    const denied = approvalFrom({ ...allow, option: { id: "deny", label: "Deny", grants: "deny" } });
    const expired = approvalFrom({ key: "k", digest: allow.digest, how: "expired", reason: "Nobody answered within 30 s." });
    const plain = approvalFrom({ ...allow, option: { id: "allow", label: "Allow once" } });
    for (const approval of [denied, expired, plain, undefined]) expect(refuseUnapproved(approval, subject)?.code).toBe("NotAllowed");
    expect(refuseUnapproved(denied, subject)?.sentence).toContain("Ann answered “Deny”.");
    expect(refuseUnapproved(expired, subject)?.sentence).toContain("Nobody answered within 30 s.");
  });
});
