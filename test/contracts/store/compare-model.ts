import { expect } from "vitest";
import type { Reader } from "#domain/people";
import type { Store } from "#domain/store";
import type { Entry, ThreadSummary } from "#domain/thread";
import type { Model, ModelThread } from "./model.ts";
import { authors } from "./model-steps.ts";

const ann: Reader = { sees: "all", who: "per_ann" };
const readers: readonly (readonly [Reader, (thread: ModelThread) => boolean])[] = [
  [ann, () => true],
  [{ sees: "some", who: "per_bob", open: true }, () => true],
  [{ sees: "some", who: "per_bob", open: false }, ({ access }) => access === "closed"],
];
/** Of each thread the first and the last, so that a flood is compared in bounded time. */
const ends = <T>(items: readonly T[]): readonly T[] => (items.length <= 12 ? items : [...items.slice(0, 4), ...items.slice(-8)]);

/** What reads say at any moment, without a write. */
export async function compareReads(store: Store, model: Model): Promise<void> {
  for (const thread of model.threads.values()) await compareThread(store, model, thread);
  for (const [reader, sees] of readers) {
    const expected = [...model.threads.values()].filter(sees).toSorted(newestFirst);
    expect(await paged(store, reader)).toEqual(expected.map((thread) => summaryOf(model, thread, reader.who ?? "")));
    expect(await store.countThreads(reader)).toBe(expected.filter(({ status }) => status !== "archived").length);
  }
  for (const [key, id] of model.keys) {
    const message = [...model.threads.values()].flatMap(({ messages }) => messages).find((one) => one.id === id);
    expect(await store.seen(key)).toEqual({ seen: true, ...(message && { message }) });
  }
  const found = await store.searchTopics(ann, "topic", 1000);
  const expected = [...model.threads.values()].toSorted(newestFirst);
  expect(found.map(({ thread, at }) => [thread, at])).toEqual(expected.map(({ id, lastAt }) => [id, lastAt]));
}

async function compareThread(store: Store, model: Model, thread: ModelThread): Promise<void> {
  const { id, topic, access, status, rev, lastAt, createdAt, messages } = thread;
  const numbers = { id, topic, access, status, createdAt, createdBy: authors[0], seq: messages.length, rev, lastAt };
  expect(await store.thread(ann, id)).toEqual(numbers);
  expect(await store.threadByTopic(ann, topic)).toEqual(numbers);
  expect(briefOf(await store.summary(ann, id))).toEqual(summaryOf(model, thread, "per_ann"));
  expect(await store.messages(ann, id, { limit: 10_000 })).toEqual(messages);
  expect((await entriesOf(store, thread)).map(nameOf)).toEqual(thread.log);
  expect((await store.entries(ann, id, { limit: 5, beforeRev: rev + 1 })).map(nameOf)).toEqual(thread.log.slice(-5));
  const some = ends(messages);
  for (const message of some) expect(await store.message(ann, message.id)).toEqual(message);
  const states = await store.messageStates(some.map((message) => message.id));
  const amended = some.flatMap((message) => {
    const state = model.amended.get(message.id);
    return state === undefined ? [] : [[message.id, state] as const];
  });
  expect(
    new Map([...states].map(([key, { text, version, reactions }]) => [key, { text, version, reactions: reactions.map(({ reaction }) => reaction) }])),
  ).toEqual(new Map(amended));
}

/** What is counted and found once the index has caught up, and the chain of the audit log. */
export async function compareCounts(store: Store, model: Model): Promise<void> {
  const messages = [...model.threads.values()].flatMap((thread) => thread.messages);
  const found = await store.search(ann, "common", { limit: 10_000 });
  expect(new Set(found.map(({ message }) => message))).toEqual(new Set(messages.map(({ id }) => id)));
  expect(found).toHaveLength(messages.length);
  for (const word of ["edited0", "edited1", "edited2"]) {
    const edited = messages.filter(({ id }) => model.amended.get(id)?.text.endsWith(word) === true).map(({ id }) => id);
    expect(new Set((await store.search(ann, word, { limit: 10_000 })).map(({ message }) => message))).toEqual(new Set(edited));
  }
  const metrics = await store.metrics();
  expect(metrics.messages).toBe(messages.length);
  expect(Object.values(metrics.threadsByStatus).reduce((sum, count) => sum + count, 0)).toBe(model.threads.size);
  const { days } = await store.statistics({ from: "0000-00-00", to: "9999-99-99" });
  expect(days.filter(({ what }) => what === "messages").reduce((sum, { count }) => sum + count, 0)).toBe(model.counted);
  expect(await store.verifyAudit()).toEqual({ ok: true, records: model.records });
}

async function entriesOf(store: Store, { id }: ModelThread): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for (;;) {
    const page = await store.entries(ann, id, { limit: 61, afterRev: found.length });
    if (page.length === 0) return found;
    found.push(...page);
  }
}

function nameOf(entry: Entry): string {
  return entry.kind === "message" ? entry.message.id : entry.change.body.kind;
}

/** In pages of three, which must neither repeat nor miss any. */
async function paged(store: Store, reader: Reader): Promise<readonly unknown[]> {
  const found: ThreadSummary[] = [];
  for (;;) {
    const last = found.at(-1);
    const page = await store.threads(reader, { limit: 3, archived: true, ...(last && { before: { at: last.lastAt, id: last.id } }) });
    if (page.length === 0) return found.map(briefOf);
    found.push(...page);
  }
}

function briefOf(summary: ThreadSummary | undefined): unknown {
  return summary && { id: summary.id, seq: summary.seq, rev: summary.rev, lastAt: summary.lastAt, unread: summary.unread, last: summary.last?.text };
}

function summaryOf(model: Model, { id, messages, rev, lastAt, cursors }: ModelThread, who: string): unknown {
  const last = messages.at(-1);
  const text = last === undefined || last.author.kind === "outside" ? undefined : (model.amended.get(last.id)?.text ?? last.text);
  return { id, seq: messages.length, rev, lastAt, unread: messages.length - (cursors.get(who) ?? 0), last: text };
}

function newestFirst(a: ModelThread, b: ModelThread): number {
  return b.lastAt - a.lastAt || (a.id < b.id ? 1 : -1);
}
