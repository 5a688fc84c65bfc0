import { describe, expect, it } from "vitest";
import type { Draft } from "#hub/turns/drafts";
import { draftText } from "./draft-text.ts";

const draft: Draft = { thread: "thr_1", session: "ses_1", sessionName: "delivery-1", turn: "trn_1", beganAt: 0, text: "", steps: [] };

describe("what a chat shows of a turn under way", () => {
  it("is what the agent says, if it says anything", () => {
    expect(draftText({ ...draft, text: "Hello", status: { doing: "working", what: "x" } }, 0, "en")).toBe("Hello");
    expect(draftText(draft, 0, "en")).toBe("");
  });

  it("is the stage, the todo list, the latest step and the time for one that works in silence", () => {
    const steps = [{ id: "1", verb: "run_bash_command", what: "npm\ntest", state: "running" as const }];
    const plan = [
      { text: "write it", state: "done" as const },
      { text: "test it", state: "in_progress" as const },
    ];
    const text = draftText({ ...draft, status: { doing: "working", what: "working" }, plan, steps }, 75_000, "en");
    expect(text.split("\n")).toEqual(["delivery-1: working (1:10)", "✓ write it", "▸ test it", "› run_bash_command: npm test"]);
  });

  it("is bounded, however long the list is", () => {
    const plan = Array.from({ length: 100 }, (_, n) => ({ text: "x".repeat(500) + n, state: "pending" as const }));
    expect(draftText({ ...draft, plan }, 0, "en").length).toBeLessThan(2_000);
  });
});
