import { describe, expect, it } from "vitest";
import type { QuestionWire } from "#protocol/wire";
import { pageScenario } from "#test/fakes/page-scenario";
import { groupThreads } from "./thread-groups.ts";

const now = Date.parse("2026-11-15T12:00:00Z");
const { snapshot, entries } = pageScenario(now);
const question = entries["thr_gateway"]!.flatMap((entry) =>
  entry.kind === "change" && entry.change.kind === "asked" && entry.change.question.state === "open" ? [entry.change.question] : [],
)[0]!;
const midnight = Date.parse("2026-11-15T00:00:00Z");

function groups(questions: readonly QuestionWire[]): Record<string, readonly string[]> {
  return Object.fromEntries(groupThreads(snapshot.threads, questions, midnight).map(({ group, ids }) => [group, ids]));
}

describe("the order of the thread list", () => {
  it("puts threads that wait for this person first, soonest to expire first", () => {
    const later = { ...question, id: "que_2", thread: "thr_numbers", expires_at: "2026-11-15T12:01:00Z" };
    expect(groups([question, later])["waitsForYou"]).toEqual(["thr_numbers", "thr_gateway"]);
  });

  it("does not count questions that somebody else has to answer, or that are resolved", () => {
    expect(groups([{ ...question, may_answer: false }])["waitsForYou"]).toBeUndefined();
    expect(groups([{ ...question, state: "expired" }])["waitsForYou"]).toBeUndefined();
  });

  it("groups the others by day, newest first, and loses none", () => {
    const found = groups([]);
    expect(found["today"]?.[0]).toBe("thr_gateway");
    expect(found["yesterday"]).toEqual(["thr_empty"]);
    expect(Object.values(found).flat()).toHaveLength(snapshot.threads.length);
  });
});
