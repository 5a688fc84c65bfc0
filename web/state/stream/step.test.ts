import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EntryWire, QuestionWire, SnapshotWire } from "#protocol/wire";
import { blankMessage, pageScenario } from "#test/fakes/page-scenario";
import { type Model, nothing } from "./model.ts";
import { step } from "./step.ts";

const scenario = pageScenario(Date.parse("2026-11-15T12:00:00Z"));
const thread = "thr_gateway";

function line(rev: number, some: { turn?: string } = {}): EntryWire {
  const message = {
    ...blankMessage,
    id: `m${rev}`,
    thread_id: thread,
    seq: rev,
    rev,
    created_at: "2026-11-15T12:00:00Z",
    author_kind: "agent" as const,
    content: `line ${rev}`,
    ...some,
  };
  return { kind: "message", rev, message };
}

function snapshot(some: Partial<SnapshotWire> = {}): Model {
  return step(nothing, {
    name: "snapshot",
    data: { ...scenario.snapshot, questions: [], thread: { id: thread, entries: [line(1), line(2)], has_more: true, runs: [] }, ...some },
  });
}

function asked(state: QuestionWire["state"]): QuestionWire {
  const found = scenario.entries[thread]?.find((entry) => entry.kind === "change" && entry.change.kind === "asked" && entry.change.question.state === "open");
  if (found?.kind !== "change" || found.change.kind !== "asked") throw new Error("the scenario has an open question");
  return { ...found.change.question, state };
}

const revs = (model: Model): readonly number[] => model.logs.get(thread)?.entries.map((entry) => entry.rev) ?? [];

describe("the page's model", () => {
  it("takes everything from the first snapshot", () => {
    const model = snapshot();
    expect(model.me?.name).toBe("Mara");
    expect(model.threads.size).toBe(scenario.snapshot.threads.length);
    expect(revs(model)).toEqual([1, 2]);
    expect(model.logs.get(thread)).toMatchObject({ hasMore: true, rev: 2 });
  });

  it("shows each line once and in order, however the stream and the answers to POSTs interleave", () => {
    const lines = Array.from({ length: 12 }, (_, at) => at + 3);
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: 0 }), (posted) => {
        let model = snapshot();
        for (const rev of lines) {
          for (const early of posted.filter((one) => one === rev + 1)) model = step(model, { name: "posted", data: { thread, entry: line(early) } });
          model = step(model, { name: "entry", data: { thread, entry: line(rev) } });
          if (posted.includes(rev)) model = step(model, { name: "posted", data: { thread, entry: line(rev) } });
        }
        expect(revs(model)).toEqual([1, 2, ...lines]);
      }),
    );
  });

  it("does not count a line that only a POST brought as told by the stream, so that resuming leaves no gap", () => {
    const model = step(snapshot(), { name: "posted", data: { thread, entry: line(7) } });
    expect(model.logs.get(thread)?.rev).toBe(2);
    expect(step(model, { name: "entry", data: { thread, entry: line(3) } }).logs.get(thread)?.rev).toBe(3);
  });

  it("keeps its lines when a resumed stream begins with an empty snapshot", () => {
    const model = step(snapshot(), {
      name: "snapshot",
      data: { ...scenario.snapshot, questions: [], thread: { id: thread, entries: [], has_more: false, runs: [] } },
    });
    expect(revs(model)).toEqual([1, 2]);
    expect(model.logs.get(thread)?.hasMore).toBe(true);
  });

  it("starts the log anew when the snapshot leaves a gap behind what is known", () => {
    const model = step(snapshot(), {
      name: "snapshot",
      data: { ...scenario.snapshot, questions: [], thread: { id: thread, entries: [line(9)], has_more: true, runs: [] } },
    });
    expect(revs(model)).toEqual([9]);
  });

  it("starts the log anew when the hub knows less than the page", () => {
    const model = step(snapshot(), {
      name: "snapshot",
      data: { ...scenario.snapshot, questions: [], thread: { id: thread, entries: [line(1)], has_more: false, runs: [] } },
    });
    expect(revs(model)).toEqual([1]);
  });

  it("puts older lines before the ones that are there", () => {
    const model = step(
      step(nothing, { name: "snapshot", data: { ...scenario.snapshot, questions: [], thread: { id: thread, entries: [line(5)], has_more: true, runs: [] } } }),
      {
        name: "older",
        data: { thread, entries: [line(3), line(4)], has_more: false },
      },
    );
    expect(revs(model)).toEqual([3, 4, 5]);
    expect(model.logs.get(thread)?.hasMore).toBe(false);
  });

  it("drops the growing answer when its message arrives, and when its turn ends without one", () => {
    const draft = { ...scenario.snapshot.drafts[0]!, turn: "trn_9" };
    const growing = step(snapshot({ drafts: [] }), { name: "draft", data: draft });
    expect([...growing.drafts.keys()]).toEqual(["trn_9"]);
    expect(step(growing, { name: "entry", data: { thread, entry: line(3, { turn: "trn_9" }) } }).drafts.size).toBe(0);
    expect(step(growing, { name: "draft", data: { turn: "trn_9", thread, ended: true } }).drafts.size).toBe(0);
  });

  it("never opens a resolved question again, whichever copy arrives last", () => {
    let model = step(snapshot(), { name: "question", data: asked("answered") });
    model = step(model, { name: "question", data: asked("open") });
    model = step(model, { name: "entry", data: { thread, entry: { kind: "change", rev: 3, at: "", change: { kind: "asked", question: asked("open") } } } });
    expect(model.questions.get("que_1")?.state).toBe("answered");
  });

  it("forgets an open question that the next snapshot no longer names", () => {
    const model = step(snapshot(), { name: "question", data: asked("open") });
    const after = step(model, { name: "snapshot", data: { ...scenario.snapshot, questions: [], thread: null } });
    expect(after.questions.has("que_1")).toBe(false);
  });

  it("clears the unread count only up to what was read", () => {
    const model = snapshot({ threads: [{ ...scenario.snapshot.threads[0]!, unread: 3, current_seq: 10 }] });
    expect(step(model, { name: "read", data: { thread, seq: 9 } }).threads.get(thread)?.unread).toBe(1);
    expect(step(model, { name: "read", data: { thread, seq: 10 } }).threads.get(thread)?.unread).toBe(0);
  });

  it("does not take a row for unread that was sent before the hub knew what was read", () => {
    const row = { ...scenario.snapshot.threads[0]!, unread: 0, current_seq: 10 };
    const model = step(snapshot({ threads: [row] }), { name: "read", data: { thread, seq: 11 } });
    const unread = (current_seq: number, count: number): number | undefined =>
      step(model, { name: "thread", data: { ...row, current_seq, unread: count } }).threads.get(thread)?.unread;
    expect(unread(11, 1)).toBe(0);
    expect(unread(13, 3)).toBe(2);
  });

  it("remembers what a link was before", () => {
    const link = scenario.snapshot.links[0]!;
    const model = step(snapshot(), { name: "link", data: { ...link, state: "connecting" } });
    expect(model.links.get(link.id)?.was).toBe("connected");
  });

  it("replaces the whole list of agents with what the stream tells", () => {
    const { agents, invitable, invalid_agents } = scenario.snapshot;
    const model = step(snapshot(), { name: "agents", data: { agents: [], invitable: invitable.slice(0, 1), invalid_agents: [] } });
    expect([snapshot().agents, snapshot().invalid]).toEqual([agents, invalid_agents]);
    expect([model.agents, model.invitable.length, model.invalid]).toEqual([[], 1, []]);
  });

  it("keeps the archived threads that were asked for, which no snapshot brings", () => {
    const archived = { ...scenario.snapshot.threads[0]!, id: "thr_old", status: "archived" };
    const model = step(step(snapshot(), { name: "threads", data: [archived] }), {
      name: "snapshot",
      data: { ...scenario.snapshot, questions: [], thread: null },
    });
    expect(model.threads.get("thr_old")?.status).toBe("archived");
    const back = { ...archived, status: "discuss" };
    const told = step(model, { name: "snapshot", data: { ...scenario.snapshot, threads: [back], questions: [], thread: null } });
    expect(told.threads.get("thr_old")?.status).toBe("discuss");
  });

  it("does not let an answered request overwrite what the stream has told since", () => {
    const now = { ...scenario.snapshot.threads[0]!, topic: "The newer topic" };
    const model = step(step(snapshot(), { name: "thread", data: now }), { name: "threads", data: [scenario.snapshot.threads[0]!] });
    expect(model.threads.get(now.id)?.topic).toBe("The newer topic");
  });

  it("forgets a thread that is no more", () => {
    expect(step(snapshot(), { name: "thread_gone", data: { id: thread } }).threads.has(thread)).toBe(false);
  });
});
