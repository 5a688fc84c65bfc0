import { describe, expect, it } from "vitest";
import type { RunLineWire } from "#protocol/runs";
import type { ChangeWire, EntryWire, MessageWire, QuestionWire } from "#protocol/wire";
import { blankMessage, pageScenario } from "#test/fakes/page-scenario";
import { lineOfRun, pageRun } from "#test/fakes/page-runs";
import { lastOwn } from "./last-own-message.ts";
import { type ConversationRow, logRows, tailRows } from "./rows.ts";
import type { Unsent } from "./unsent.ts";

const none = { ran: [], hasOlder: false, mark: null, growing: new Set<string>() };
const noQuestions: ReadonlyMap<string, QuestionWire> = new Map();
const draft = pageScenario(0).snapshot.drafts[0]!;
const openQuestion = questionIn(pageScenario(0).entries["thr_gateway"] ?? []);

function questionIn(entries: readonly EntryWire[]): QuestionWire {
  const [question] = entries.flatMap((entry) => (entry.kind === "change" && entry.change.kind === "asked" ? [entry.change.question] : []));
  if (question === undefined) throw new Error("the scenario has a question");
  return question;
}

function said(rev: number, some: Partial<MessageWire> = {}): EntryWire {
  return {
    kind: "message",
    rev,
    message: {
      ...blankMessage,
      id: `m${rev}`,
      thread_id: "t",
      seq: rev,
      rev,
      created_at: "2026-11-15T12:00:00Z",
      author_kind: "person",
      author_id: "p",
      content: `line ${rev}`,
      ...some,
    },
  };
}
function changed(rev: number, change: ChangeWire): EntryWire {
  return { kind: "change", rev, at: "2026-11-15T12:00:00Z", change };
}
function delivery(state: "unknown" | "failed" | "sent"): ChangeWire {
  return { kind: "delivery", delivery: "d1", to: "QQ", state, reason: "", message: "m1", question: null };
}
const kinds = (rows: readonly ConversationRow[]): readonly string[] => rows.map((row) => row.kind);

describe("the lines of a conversation", () => {
  it("names the line that is answered as it stands now, and says so when it is not here", () => {
    const edit = changed(3, { kind: "edited", message: "m1", text: "better", by: "p", by_name: "P" });
    const rows = logRows([said(1), said(2, { reply_to_msg_id: "m1" }), edit, said(4, { reply_to_msg_id: "m0" })], noQuestions, none);
    expect(rows[1]).toMatchObject({ replyTo: "m1", reply: { seq: 1 }, replyText: "better" });
    expect(rows[2]).toMatchObject({ replyTo: "m0", reply: null });
  });

  it("finds the newest line of one's own", () => {
    const rows = logRows([said(1, { author_id: "me" }), said(2, { author_id: "me" }), said(3)], noQuestions, none);
    expect(lastOwn(rows, "me")?.message.seq).toBe(2);
    expect(lastOwn(rows, "nobody")).toBeUndefined();
  });

  it("shows the latest text of an edited message in its old place", () => {
    const rows = logRows([said(1), said(2), changed(3, { kind: "edited", message: "m1", text: "better", by: "p", by_name: "P" })], noQuestions, none);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ kind: "said", text: "better", edits: 1 });
  });

  it("shows one line for a delivery, where its trouble began, with what is known of it now", () => {
    const rows = logRows([said(1), changed(2, delivery("unknown")), said(3), changed(4, delivery("sent"))], noQuestions, none);
    expect(kinds(rows)).toEqual(["said", "delivery", "said"]);
    expect(rows[1]).toMatchObject({ delivery: { state: "sent" } });
  });

  it("says nothing of a delivery that never had any trouble", () => {
    expect(logRows([changed(1, delivery("sent"))], noQuestions, none)).toEqual([]);
  });

  it("counts who reacted and forgets who took it back", () => {
    const react = (rev: number, by: string, removed = false): EntryWire =>
      changed(rev, { kind: "reacted", message: "m1", reaction: "agree", by, by_name: by, removed });
    const rows = logRows([said(1), react(2, "a"), react(3, "b"), react(4, "a", true)], noQuestions, none);
    expect(rows[0]).toMatchObject({ reactions: [{ reaction: "agree", by: ["b"] }] });
  });

  it("marks where the new lines begin, once", () => {
    const rows = logRows([said(1), said(2), said(3)], noQuestions, { ...none, mark: { afterSeq: 1, count: 2 } });
    expect(kinds(rows)).toEqual(["said", "mark", "said", "said"]);
  });

  it("puts a run between the lines it was begun between", () => {
    const at = (minute: number): string => `2026-11-15T12:0${minute}:00.000Z`;
    const run = (minute: number, id: string): RunLineWire => lineOfRun(pageRun(Date.parse(at(minute)), 0, { id }));
    const lines = [said(1, { created_at: at(1) }), said(2, { created_at: at(3) })];
    const rows = (hasOlder: boolean): readonly ConversationRow[] =>
      logRows(lines, noQuestions, { ...none, hasOlder, ran: [run(0, "r0"), run(2, "r2"), run(4, "r4")] });
    expect(rows(false).map((row) => row.key)).toEqual(["r0", "m1", "r2", "m2", "r4"]);
    // What is older than the first line comes with the lines around it.
    expect(rows(true).map((row) => row.key)).toEqual(["m1", "r2", "m2", "r4"]);
  });

  it("gives an answer the key of the draft it grew from", () => {
    const grown = logRows([said(1, { author_kind: "agent", turn: draft.turn })], noQuestions, none);
    const growing = tailRows({ entries: [], questions: noQuestions, drafts: [draft], unsent: [], files: [], me: "p" });
    expect(grown[0]?.key).toBe(growing[0]?.key);
  });

  it("shows a question inside the answer of its turn, while it grows and afterwards, and by itself where there is none", () => {
    const question: QuestionWire = { ...openQuestion, turn: draft.turn };
    const asked = changed(1, { kind: "asked", question });
    const alone = logRows([asked], noQuestions, none);
    expect(kinds(alone)).toEqual(["asked"]);
    const growing = tailRows({ entries: [asked], questions: noQuestions, drafts: [draft], unsent: [], files: [], me: "p" });
    expect(logRows([asked], noQuestions, { ...none, growing: new Set([draft.turn]) })).toEqual([]);
    expect(growing).toMatchObject([{ kind: "growing", questions: [{ id: question.id }] }]);
    const answered = { ...question, state: "answered" as const };
    const over = logRows([asked, said(2), said(3, { author_kind: "agent", turn: draft.turn })], new Map([[question.id, answered]]), none);
    expect(over).toMatchObject([
      { kind: "said", questions: [] },
      { kind: "said", questions: [{ id: question.id, state: "answered" }] },
    ]);
  });

  it("shows an answer once although its draft is still there", () => {
    expect(
      tailRows({ entries: [said(1, { author_kind: "agent", turn: draft.turn })], questions: noQuestions, drafts: [draft], unsent: [], files: [], me: "p" }),
    ).toEqual([]);
  });

  it("shows what was written once although the stream was faster than the POST", () => {
    const unsent: Unsent = { key: "k", thread: "t", content: "hello", at: 0, afterSeq: 1 };
    const tail = (entries: readonly EntryWire[]): readonly ConversationRow[] =>
      tailRows({ entries, questions: noQuestions, drafts: [], unsent: [unsent], files: [], me: "p" });
    expect(kinds(tail([said(1, { content: "hello" })]))).toEqual(["unsent"]);
    expect(tail([said(2, { content: "hello" })])).toEqual([]);
  });

  it("says who closed or opened the thread, once", () => {
    const set = (rev: number, status: string): EntryWire => changed(rev, { kind: "status", status, by: "p", by_name: "Lin" });
    const closing = said(1, { author_kind: "hub", content: "Lin closed this thread." });
    expect(kinds(logRows([closing, set(2, "closed"), set(3, "discuss")], noQuestions, none))).toEqual(["said", "status"]);
    expect(logRows([set(1, "closed")], noQuestions, none)).toMatchObject([{ kind: "status", status: "closed", by: "p", byName: "Lin" }]);
  });
});
