import { describe, expect, it } from "vitest";
import type { TranscriptFact } from "./profile.ts";
import { TurnRecord } from "./turn-record.ts";

const text = (message: string, words: string): TranscriptFact => ({ kind: "text", message, text: words });
const piece = (message: string, index: number, words: string): TranscriptFact => ({ kind: "piece", message, index, text: words });

function record(...facts: readonly TranscriptFact[]) {
  const own = new TurnRecord((said) => said === "mine");
  const changes = facts.flatMap((fact) => own.add(fact) ?? []);
  return { own, shown: changes.map((change) => (change.kind === "delta" ? change.text : "")).join(""), changes };
}

const mine: TranscriptFact = { kind: "prompt", text: "mine" };

describe("the record of a turn", () => {
  it("begins with its own prompt: what was written before belongs to another", () => {
    const { own, shown } = record(text("a", "old"), { kind: "over" }, { kind: "prompt", text: "another" }, mine, text("b", "new"));
    expect([own.hasPrompt, own.isOver, own.answer, shown]).toEqual([true, false, "new", "new"]);
  });

  it("answers with the last message, all its blocks, and shows everything", () => {
    const { own, shown } = record(mine, text("a", "I look."), text("b", "One."), text("b", "Two."), { kind: "over" });
    expect([own.answer, shown, own.isOver]).toEqual(["One.\n\nTwo.", "I look.\n\nOne.\n\nTwo.", true]);
  });

  it("shows a message once, piece by piece and then what is missing of it", () => {
    expect(record(mine, piece("m", 0, "one\n"), piece("m", 1, "two\n"), text("b", "one\ntwo\nthree")).shown).toBe("one\ntwo\nthree");
    // One was reported too late, and one after the whole.
    expect(record(mine, piece("m", 0, "one\n"), piece("m", 2, "three"), text("b", "one\ntwo\nthree"), piece("m", 1, "two\n")).shown).toBe("one\ntwo\nthree");
    expect(record(mine, text("b", "one\ntwo"), piece("m", 0, "one\n"), piece("m", 1, "two")).shown).toBe("one\ntwo");
    // Its pieces are read after the step that follows it.
    const step: TranscriptFact = { kind: "step", step: { id: "t", verb: "run", what: "ls", state: "running" } };
    expect(record(mine, text("b", "I look."), step, piece("m", 0, "I look."), piece("n", 0, "I look"), text("c", "I look again.")).shown).toBe(
      "I look.\n\nI look again.",
    );
    expect(record(mine, piece("m", 0, "one"), text("b", "one"), piece("n", 0, "next"), text("c", "next one")).shown).toBe("one\n\nnext one");
  });

  it("shows pieces as soon as a hook says that the prompt was taken", () => {
    const own = new TurnRecord(() => true);
    expect(own.add(piece("m", 0, "x"))).toBeUndefined();
    own.accepted();
    expect(own.add(piece("m", 0, "x"))).toEqual({ kind: "delta", text: "x" });
    expect(own.hasPrompt).toBe(false);
  });

  it("ends its steps, adds up what it used, and knows what went wrong", () => {
    const step = { id: "t", verb: "run", what: "ls", state: "running" as const };
    const usage = (message: string, outputTokens: number): TranscriptFact => ({ kind: "usage", message, usage: { model: "m", inputTokens: 1, outputTokens } });
    const { own, changes } = record(mine, { kind: "step", step }, usage("a", 1), usage("a", 5), usage("b", 2));
    expect(own.runningStep("run", "ls")).toBe("t");
    expect(changes.at(-1)).toEqual({ kind: "usage", usage: { model: "m", inputTokens: 2, outputTokens: 7 } });
    expect(own.add({ kind: "result", id: "t", isError: true, refused: false, text: "" })).toEqual({ kind: "step", step: { ...step, state: "failed" } });
    expect(own.runningStep("run", "ls")).toBeUndefined();
    own.add({ kind: "interrupted" });
    own.add({ kind: "failed", reason: "500" });
    expect([own.isInterrupted, own.failure]).toEqual([true, "500"]);
  });
});
