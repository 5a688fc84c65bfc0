import type { InvalidAgentWire, InvitableWire, InvitationWire } from "#protocol/invitations";
import type { LightWire, RunLineWire } from "#protocol/runs";
import type { EntryWire, QuestionWire, SnapshotWire, StreamEvents, ThreadWire } from "#protocol/wire";
import { logFromSnapshot, mergeEntries } from "#web/state/thread/log.ts";
import type { Link, Log, Model } from "./model.ts";
import { nothingRan, ranFromSnapshot, withRuns } from "#web/state/terminal/thread-runs.ts";

export type StreamEvent = { [Name in keyof StreamEvents]: { readonly name: Name; readonly data: StreamEvents[Name] } }[keyof StreamEvents];

/** What the page learns elsewhere: older lines, its own message as the POST returned it, how far it has read. */
export type PageEvent =
  | { readonly name: "older"; readonly data: { readonly thread: string; readonly entries: readonly EntryWire[]; readonly has_more: boolean } }
  | { readonly name: "posted"; readonly data: { readonly thread: string; readonly entry: EntryWire } }
  | { readonly name: "read"; readonly data: { readonly thread: string; readonly seq: number } }
  | { readonly name: "opening"; readonly data: { readonly thread: string } }
  | { readonly name: "threads"; readonly data: readonly ThreadWire[] }
  | { readonly name: "invitable"; readonly data: { readonly agents: readonly InvitableWire[]; readonly invalid: readonly InvalidAgentWire[] } }
  | { readonly name: "runs"; readonly data: { readonly thread: string; readonly runs: readonly InvitationWire[] } }
  | { readonly name: "ran"; readonly data: { readonly thread: string; readonly runs: readonly RunLineWire[]; readonly has_more: boolean } }
  | { readonly name: "questions"; readonly data: readonly QuestionWire[] }
  | { readonly name: "missing"; readonly data: { readonly thread: string } };

/** Lines of this many threads are kept, so that going back and forth costs nothing. */
const keptLogs = 8;

export function step(model: Model, event: StreamEvent | PageEvent): Model {
  switch (event.name) {
    case "snapshot":
      return fromSnapshot(model, event.data);
    case "entry":
      return withEntry(model, event.data.thread, event.data.entry, true);
    case "thread":
      return { ...model, threads: put(model.threads, event.data.id, asRead(event.data, model.readTo)) };
    case "thread_gone":
      return { ...model, threads: without(model.threads, event.data.id) };
    case "session":
      return { ...model, sessions: put(model.sessions, event.data.id, event.data) };
    case "session_gone":
      return { ...model, sessions: without(model.sessions, event.data.id) };
    case "question":
      return { ...model, questions: withQuestion(model.questions, event.data) };
    case "questions":
      return { ...model, questions: event.data.reduce(withQuestion, model.questions) };
    case "link":
      return { ...model, links: put(model.links, event.data.id, changedLink(model.links.get(event.data.id), event.data)) };
    case "light":
      return { ...model, lights: withLight(model.lights, event.data) };
    case "run":
      return withRun(model, event.data);
    case "ran": {
      const { lines } = model.ran.get(event.data.thread) ?? nothingRan;
      return { ...model, ran: put(model.ran, event.data.thread, { lines: withRuns(lines, event.data.runs), hasMore: event.data.has_more }) };
    }
    case "agents":
      return { ...model, agents: event.data.agents, invitable: event.data.invitable, invalid: event.data.invalid_agents };
    case "typing":
      return { ...model, typing: withTypist(model.typing, event.data) };
    case "invitable":
      return { ...model, invitable: event.data.agents, invalid: event.data.invalid };
    case "threads":
      return { ...model, threads: new Map([...byId(event.data), ...model.threads]) };
    case "runs":
      return { ...model, runs: put(model.runs, event.data.thread, event.data.runs) };
    case "draft":
      if ("ended" in event.data) return { ...model, drafts: without(model.drafts, event.data.turn) };
      return { ...model, drafts: put(model.drafts, event.data.turn, event.data) };
    case "posted":
      return withEntry(model, event.data.thread, event.data.entry, false);
    case "older":
      return withOlder(model, event.data);
    case "read":
      return withRead(model, event.data);
    case "opening":
      return opening(model, event.data.thread);
    case "missing":
      return { ...model, missing: new Set(model.missing).add(event.data.thread) };
    case "notice":
      return model;
  }
}

function fromSnapshot(model: Model, told: SnapshotWire): Model {
  const base: Model = {
    ...model,
    me: told.me,
    version: told.version,
    language: told.language,
    prefix: told.prefix,
    threads: new Map([...archivedIn(model), ...byId(told.threads.map((thread) => asRead(thread, model.readTo)))]),
    sessions: byId(told.sessions),
    // An open question that the snapshot no longer names was resolved while nobody listened; its line in the log says how.
    questions: told.questions.reduce(withQuestion, new Map([...model.questions].filter(([, question]) => question.state !== "open"))),
    links: new Map(told.links.map((link) => [link.id, changedLink(model.links.get(link.id), link)])),
    lights: told.lights,
    linksSetUp: told.links_set_up,
    drafts: new Map(told.drafts.map((draft) => [draft.turn, draft])),
    typing: told.typing,
    agents: told.agents,
    invitable: told.invitable,
    invalid: told.invalid_agents,
    agentsFile: told.agents_file,
    redLines: told.red_lines,
  };
  if (told.thread === null) return base;
  const log = logFromSnapshot(model.logs.get(told.thread.id), told.thread);
  return {
    ...base,
    logs: put(base.logs, told.thread.id, log),
    ran: put(base.ran, told.thread.id, ranFromSnapshot(model.ran.get(told.thread.id), told.thread.runs)),
    questions: log.entries.reduce(fromEntry, base.questions),
  };
}

/** Archived threads are not in a snapshot; those that were asked for stay. */
function archivedIn(model: Model): readonly (readonly [string, ThreadWire])[] {
  return [...model.threads].filter(([, thread]) => thread.status === "archived");
}

function withEntry(model: Model, thread: string, entry: EntryWire, streamed: boolean): Model {
  const log: Log = model.logs.get(thread) ?? { entries: [], hasMore: false, rev: 0 };
  const next: Log = {
    ...log,
    entries: mergeEntries(log.entries, [entry]),
    rev: streamed ? Math.max(log.rev, entry.rev) : log.rev,
  };
  const ended = entry.kind === "message" && entry.message.author_kind === "agent" ? entry.message.turn : null;
  return {
    ...model,
    logs: put(model.logs, thread, next),
    questions: fromEntry(model.questions, entry),
    drafts: ended === null ? model.drafts : without(model.drafts, ended),
  };
}

/** Of a thread that is not here the snapshot will tell. */
function withRun(model: Model, run: RunLineWire): Model {
  if (run.thread === null || !model.logs.has(run.thread)) return model;
  const { lines, hasMore } = model.ran.get(run.thread) ?? nothingRan;
  return { ...model, ran: put(model.ran, run.thread, { lines: withRuns(lines, [run]), hasMore }) };
}

function withLight(lights: readonly LightWire[], light: LightWire): readonly LightWire[] {
  return [...lights.filter((one) => one.session !== light.session || one.name !== light.name), light];
}

function withOlder(model: Model, told: { readonly thread: string; readonly entries: readonly EntryWire[]; readonly has_more: boolean }): Model {
  const log = model.logs.get(told.thread);
  if (log === undefined) return model;
  return {
    ...model,
    logs: put(model.logs, told.thread, { ...log, entries: mergeEntries(log.entries, told.entries), hasMore: told.has_more }),
    questions: told.entries.reduce(fromEntry, model.questions),
  };
}

function withRead(model: Model, told: { readonly thread: string; readonly seq: number }): Model {
  if (told.seq <= (model.readTo.get(told.thread) ?? 0)) return model;
  const readTo = put(model.readTo, told.thread, told.seq);
  const thread = model.threads.get(told.thread);
  return { ...model, readTo, threads: thread === undefined ? model.threads : put(model.threads, thread.id, asRead(thread, readTo)) };
}

function asRead(thread: ThreadWire, readTo: Model["readTo"]): ThreadWire {
  const seq = readTo.get(thread.id);
  const unread = seq === undefined ? thread.unread : Math.min(thread.unread, Math.max(0, thread.current_seq - seq));
  return unread === thread.unread ? thread : { ...thread, unread };
}

function opening(model: Model, thread: string): Model {
  const log = model.logs.get(thread);
  const others = [...model.logs].filter(([id]) => id !== thread).slice(-(keptLogs - 1));
  const logs = new Map(log === undefined ? others : [...others, [thread, log]]);
  return { ...model, logs, ran: new Map([...model.ran].filter(([id]) => logs.has(id))), missing: lacking(model.missing, thread) };
}

function withTypist(typing: Model["typing"], { is_typing: on, ...typist }: StreamEvents["typing"]): Model["typing"] {
  const others = typing.filter((one) => one.who !== typist.who || one.thread !== typist.thread);
  return on ? [...others, typist] : others;
}

/** A resolved question is never open again, whichever of its copies arrives last. */
function withQuestion(questions: ReadonlyMap<string, QuestionWire>, question: QuestionWire): ReadonlyMap<string, QuestionWire> {
  const known = questions.get(question.id);
  if (known !== undefined && known.state !== "open" && question.state === "open") return questions;
  return put(questions, question.id, question);
}

function fromEntry(questions: ReadonlyMap<string, QuestionWire>, entry: EntryWire): ReadonlyMap<string, QuestionWire> {
  if (entry.kind !== "change") return questions;
  if (entry.change.kind !== "asked" && entry.change.kind !== "resolved") return questions;
  return withQuestion(questions, entry.change.question);
}

function changedLink(before: Link | undefined, now: Link): Link {
  if (before === undefined) return now;
  const was = before.state === now.state ? before.was : before.state;
  return was === undefined ? now : { ...now, was };
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

function put<V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> {
  return new Map(map).set(key, value);
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!map.has(key)) return map;
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

function lacking(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  if (!set.has(key)) return set;
  const copy = new Set(set);
  copy.delete(key);
  return copy;
}
