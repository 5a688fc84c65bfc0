import { describe, expect, it } from "vitest";
import type { QuestionWire } from "#protocol/wire";
import { lineOfRun, pageRun } from "#test/fakes/page-runs";
import { pageScenario } from "#test/fakes/page-scenario";
import { questionOf, standingOf } from "./run-standing.ts";

const now = Date.parse("2026-11-15T12:00:00Z");
const waiting = lineOfRun(pageRun(now, 0, { line: "irc send --text hi", duration_ms: null, exit_code: null }));
const about = (some: Partial<QuestionWire>): QuestionWire => {
  const [first] = (pageScenario(now).entries["thr_gateway"] ?? []).flatMap((entry) =>
    entry.kind === "change" && entry.change.kind === "asked" && entry.change.question.state === "open" ? [entry.change.question] : [],
  );
  if (first === undefined) throw new Error("the scenario has an open question");
  return { ...first, asked_at: new Date(now + 5).toISOString(), prompt: "Tomás wants to run `irc send --text hi`.", ...some };
};

describe("how a run stands", () => {
  it("is running until it has ended, waiting when somebody was asked, and done only with exit 0", () => {
    expect(standingOf(waiting, false)).toBe("running");
    expect(standingOf(waiting, true)).toBe("waits");
    expect(standingOf(lineOfRun(pageRun(now, 0, {})), true)).toBe("done");
    expect(standingOf(lineOfRun(pageRun(now, 0, { exit_code: 1 })), false)).toBe("failed");
  });

  it("finds the open question about it, and no other", () => {
    expect(questionOf(waiting, [about({})])?.id).toBe("que_1");
    expect(questionOf(waiting, [about({ prompt: "Tomás wants to run `irc send --text hi --to #x`." })])).toBeUndefined();
    expect(questionOf(waiting, [about({ state: "answered" })])).toBeUndefined();
    expect(questionOf(waiting, [about({ asked_at: new Date(now - 5).toISOString() })])).toBeUndefined();
    expect(questionOf(lineOfRun(pageRun(now, 0, { line: waiting.line })), [about({})])).toBeUndefined();
  });
});
