import { describe, expect, it } from "vitest";
import type { QuestionWire, ThreadWire } from "#protocol/wire";
import { pageScenario } from "#test/fakes/page-scenario";
import { type ThreadFilter, filters, firstThread, groupThreads, threadsFor } from "./thread-groups.ts";

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

describe("the thread to begin with", () => {
  const at = (minute: number): string => `2026-11-15T12:0${minute}:00Z`;
  const notices = { ...snapshot.threads[0]!, id: "thr_notices", default_session: null, updated_at: at(9) };
  const demo = { ...snapshot.threads[0]!, id: "thr_demo", default_session: "ses_demo", updated_at: at(1) };

  it("is where somebody answers, though the hub spoke elsewhere last", () => {
    expect(firstThread([notices, demo], [])).toBe("thr_demo");
  });

  it("is the one that waits for this person before any other", () => {
    expect(firstThread([demo, notices], [{ ...question, thread: "thr_notices" }])).toBe("thr_notices");
  });

  it("is the newest where nobody answers, and none where there is none", () => {
    expect(firstThread([notices], [])).toBe("thr_notices");
    expect(firstThread([], [])).toBeUndefined();
  });
});

describe("which threads are shown", () => {
  const one = (id: string, some: Partial<ThreadWire>): ThreadWire => ({ ...snapshot.threads[0]!, id, unread: 0, ...some });
  const threads = [one("plain", {}), one("unread", { unread: 2 }), one("waits", {}), one("old", { status: "archived", unread: 1 })];
  const ids = (filter: ThreadFilter): readonly string[] => threadsFor(filter, threads, [{ ...question, thread: "waits" }]).map(({ id }) => id);

  it("keeps archived ones to the archive, and counts only what waits for this person as waiting", () => {
    expect(filters.map(ids)).toEqual([["plain", "unread", "waits"], ["waits"], ["unread"], ["old"]]);
    expect(threadsFor("waiting", threads, [{ ...question, thread: "plain", may_answer: false }])).toEqual([]);
  });
});
