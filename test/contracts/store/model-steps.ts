import fc from "fast-check";
import type { MessageId, ThreadId } from "#domain/ids";
import type { Store } from "#domain/store";
import type { Author, NewMessage, ThreadStatus } from "#domain/thread";
import { addThread, advance, amend, deleteThread, say, setStatus } from "./model.ts";
import type { Model, Outcome } from "./model.ts";

/** One verb. Numbers choose among what is there when it comes to it. */
export type Verb =
  | { readonly do: "thread"; readonly isClosed: boolean }
  | {
      readonly do: "say";
      readonly thread: number;
      readonly author: number;
      /** `past`: an id that sorts before all others, as after a clock that was set back. */
      readonly id: "newest" | "past" | "same";
      readonly pick: number;
      readonly moves: number;
      readonly key: number | undefined;
      readonly sync: "right" | "wrong" | "used" | undefined;
      readonly isUndone: boolean;
    }
  | { readonly do: "edit" | "react"; readonly pick: number; readonly what: number }
  | { readonly do: "status"; readonly thread: number; readonly status: ThreadStatus }
  | { readonly do: "read"; readonly thread: number; readonly who: number; readonly seq: number }
  | { readonly do: "delete"; readonly thread: number; readonly unlessPersonSpoke: boolean }
  | { readonly do: "record" };

export type Step =
  /** `isQuiet`: nobody reads before the next one, which therefore finds in memory what this one left there. */
  | { readonly step: "together"; readonly verbs: readonly Verb[]; readonly isQuiet: boolean }
  /** So many messages that what could wait has to be written. */
  | { readonly step: "flood"; readonly thread: number; readonly count: number }
  | { readonly step: "look" }
  | { readonly step: "reopen" }
  /** The log is cut off there: 1 is its end, less is within what was written since the store was opened. */
  | { readonly step: "kill"; readonly at: number };

export const authors: readonly Author[] = [
  { kind: "person", id: "per_ann", name: "Ann" },
  { kind: "person", id: "per_bob", name: "Bob" },
  { kind: "agent", id: "ses_claude", name: "claude" },
  { kind: "outside", id: "per_ann", name: "Ann elsewhere" },
  { kind: "hub", id: "hub", name: "hub" },
];

const hourMs = 3_600_000;
const nat = fc.nat({ max: 999 });
const saying: fc.Arbitrary<Verb> = fc.record({
  do: fc.constant("say" as const),
  thread: nat,
  author: nat,
  id: fc.oneof({ weight: 6, arbitrary: fc.constant("newest" as const) }, fc.constant("past" as const), fc.constant("same" as const)),
  pick: nat,
  moves: fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 9 }) }, fc.integer({ min: -hourMs, max: hourMs })),
  key: fc.option(fc.nat({ max: 6 }), { nil: undefined }),
  sync: fc.option(fc.constantFrom("right" as const, "wrong" as const, "used" as const), { nil: undefined, freq: 1 }),
  isUndone: fc.nat({ max: 4 }).map((n) => n === 0),
});
const verb: fc.Arbitrary<Verb> = fc.oneof(
  { weight: 10, arbitrary: saying },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("thread" as const), isClosed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("edit" as const, "react" as const), pick: nat, what: fc.nat({ max: 2 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("status" as const), thread: nat, status: fc.constantFrom<ThreadStatus>("discuss", "closed", "archived") }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("read" as const), thread: nat, who: nat, seq: fc.nat({ max: 400 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), thread: nat, unlessPersonSpoke: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ do: "record" as const }) },
);
const verbs = fc.oneof(
  verb.map((one) => [one]),
  fc.array(verb, { minLength: 1, maxLength: 5 }),
);
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.record({ step: fc.constant("together" as const), verbs, isQuiet: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ step: fc.constant("flood" as const), thread: nat, count: fc.integer({ min: 230, max: 256 }) }) },
    { weight: 1, arbitrary: fc.constant({ step: "look" as const }) },
    { weight: 1, arbitrary: fc.constant({ step: "reopen" as const }) },
    { weight: 2, arbitrary: fc.record({ step: fc.constant("kill" as const), at: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })) }) },
  ),
  { maxLength: 30, size: "max" },
);

export interface Moment {
  now: number;
  made: number;
}

/** A verb on its way in the store, and what the model says about it. */
export interface Sent extends Outcome {
  readonly answer: Promise<unknown>;
}

export function send(store: Store, model: Model, what: Verb, moment: Moment): Sent {
  const { now } = moment;
  switch (what.do) {
    case "thread": {
      const id: ThreadId = `thr_${number(moment)}`;
      const about = { topic: `topic ${moment.made}`, access: what.isClosed ? ("closed" as const) : ("open" as const) };
      const thread = { id, ...about, createdBy: authorAt(0), at: now, participants: what.isClosed ? ["per_bob"] : [] };
      return { ...addThread(model, id, now, about), answer: store.accept({ at: now, thread }).then(() => "ok") };
    }
    case "say":
      return sendMessage(store, model, what, moment);
    case "edit": {
      const id = messageAt(model, what.pick);
      const text = `common edited${what.what}`;
      return { ...amend(model, id, { text }), answer: store.editMessage(id, text, "per_ann", now) };
    }
    case "react": {
      const id = messageAt(model, what.pick);
      const reaction = `r${what.what}`;
      return { ...amend(model, id, { reaction }), answer: store.react(id, { reaction, by: "per_ann", name: "Ann", at: now }).then(() => "ok") };
    }
    case "status": {
      const id = threadAt(model, what.thread);
      return { ...setStatus(model, id, what.status), answer: store.setStatus(id, what.status, "per_ann", now) };
    }
    case "read": {
      const id = threadAt(model, what.thread);
      const who = authorAt(what.who % 2).id;
      return { ...advance(model, id, who, what.seq), answer: store.advanceCursor(who, id, what.seq).then(() => "ok") };
    }
    case "delete": {
      const id = threadAt(model, what.thread);
      const { unlessPersonSpoke } = what;
      return { ...deleteThread(model, id, unlessPersonSpoke), answer: store.deleteThread(id, record(now), { unlessPersonSpoke }) };
    }
    case "record":
      return { model: { ...model, records: model.records + 1 }, says: "ok", answer: store.record([record(now)]).then(() => "ok") };
  }
}

function sendMessage(store: Store, model: Model, what: Extract<Verb, { do: "say" }>, moment: Moment): Sent {
  moment.now = Math.max(0, moment.now + what.moves);
  const thread = threadAt(model, what.thread);
  const author = authorAt(what.author);
  const id: MessageId = what.id === "same" ? messageAt(model, what.pick) : `msg_${what.id === "past" ? "1" : "5"}${number(moment)}`;
  const message: NewMessage = { id, thread, at: moment.now, author, role: "user", text: `common word${moment.made}`, surface: "api" };
  const seq = model.threads.get(thread)?.messages.length ?? 0;
  const lastSeq = what.sync === "right" ? seq : what.sync === "used" ? seq - 1 : seq + 1;
  const sync = what.sync && { lastSeq, tokenHash: `hash ${thread} ${lastSeq}` };
  const key = what.key === undefined ? undefined : `key ${what.key}`;
  const change = { thread: "thr_missing" as const, body: { kind: "renamed" as const, topic: "", by: "" } };
  const accepted = store.accept({ at: moment.now, message, ...(key !== undefined && { key }), ...(sync && { sync }), ...(what.isUndone && { change }) });
  return {
    ...say(model, { message, key, sync, isUndone: what.isUndone }),
    answer: accepted.then((made) => ({ seen: made.seen, seq: made.message?.seq })),
  };
}

/** All in one commit. */
export function flood(store: Store, model: Model, { thread, count }: { readonly thread: number; readonly count: number }, moment: Moment): readonly Sent[] {
  const plain = { do: "say", thread, id: "newest", pick: 0, moves: 1, key: undefined, sync: undefined, isUndone: false } as const;
  const sent: Sent[] = [];
  for (let i = 0; i < count; i++) sent.push(send(store, sent.at(-1)?.model ?? model, { ...plain, author: i, thread: i % 7 === 0 ? i : thread }, moment));
  return sent;
}

/** Some that are not there, too. */
function threadAt(model: Model, pick: number): ThreadId {
  const ids = [...model.threads.keys()];
  return ids[pick % (ids.length + 1)] ?? (pick % 3 === 0 ? "thr_missing" : (ids.at(-1) ?? "thr_missing"));
}

function messageAt(model: Model, pick: number): MessageId {
  const ids = [...model.threads.values()].flatMap(({ messages }) => messages.slice(-20).map(({ id }) => id));
  return ids[pick % (ids.length + 1)] ?? "msg_missing";
}

function authorAt(pick: number): Author {
  return authors[pick % authors.length] ?? { kind: "hub", id: "hub", name: "hub" };
}

function record(at: number): { readonly at: number; readonly kind: "access"; readonly who: string; readonly data: Readonly<Record<string, string>> } {
  return { at, kind: "access", who: "per_ann", data: { what: "test" } };
}

function number(moment: Moment): string {
  moment.made += 1;
  return String(moment.made).padStart(6, "0");
}
