import type { MessageId, ThreadId } from "#domain/ids";
import type { Message, NewMessage, ThreadStatus } from "#domain/thread";

/** What a store must say about one thread, kept in the simplest way. */
export interface ModelThread {
  readonly id: ThreadId;
  readonly access: "open" | "closed";
  readonly createdAt: number;
  topic: string;
  status: ThreadStatus;
  rev: number;
  lastAt: number;
  readonly messages: readonly Message[];
  /** What happened, in rev order: the id of a message, or the kind of a change. */
  readonly log: readonly string[];
  readonly cursors: ReadonlyMap<string, number>;
}

export interface ModelMessage {
  readonly text: string;
  readonly version: number;
  readonly reactions: readonly string[];
}

/** Everything in it is replaced and nothing changed in place, so that a copy of the maps is the state of that moment. */
export interface Model {
  readonly threads: ReadonlyMap<ThreadId, ModelThread>;
  readonly amended: ReadonlyMap<MessageId, ModelMessage>;
  readonly keys: ReadonlyMap<string, MessageId>;
  readonly tokens: ReadonlyMap<string, string>;
  /** Messages that the statistics count: deleted threads stay in them. */
  readonly counted: number;
  readonly records: number;
}

export const emptyModel: Model = { threads: new Map(), amended: new Map(), keys: new Map(), tokens: new Map(), counted: 0, records: 0 };

/** The next state and what the verb answers: a refusal's code, or what matters of its result. */
export interface Outcome {
  readonly model: Model;
  readonly says: unknown;
}

export interface Saying {
  readonly message: NewMessage;
  readonly key?: string | undefined;
  readonly sync?: { readonly lastSeq: number; readonly tokenHash: string } | undefined;
  /** A change of a thread that does not exist follows in the same step: all of it must be undone. */
  readonly isUndone: boolean;
}

const set = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> => new Map(map).set(key, value);
const without = <K, V>(map: ReadonlyMap<K, V>, gone: (key: K) => boolean): ReadonlyMap<K, V> => new Map([...map].filter(([key]) => !gone(key)));

function messageIn(model: Model, id: MessageId): Message | undefined {
  for (const { messages } of model.threads.values()) {
    const found = messages.find((message) => message.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function addThread(model: Model, id: ThreadId, at: number, what: Pick<ModelThread, "topic" | "access">): Outcome {
  const thread: ModelThread = { id, ...what, createdAt: at, status: "discuss", rev: 0, lastAt: at, messages: [], log: [], cursors: new Map() };
  return { model: { ...model, threads: set(model.threads, id, thread) }, says: "ok" };
}

export function say(model: Model, { message, key, sync, isUndone }: Saying): Outcome {
  const thread = model.threads.get(message.thread);
  const known = key === undefined ? undefined : model.keys.get(key);
  if (known !== undefined) return { model, says: { seen: true, seq: messageIn(model, known)?.seq } };
  if (sync !== undefined) {
    if (thread === undefined) return { model, says: "NotFound" };
    if (sync.lastSeq !== thread.messages.length) {
      const isReplay = model.tokens.get(`${message.thread} ${sync.lastSeq + 1}`) === sync.tokenHash;
      return { model, says: isReplay ? "ReplyTokenReplay" : "SeqMismatch" };
    }
  }
  if (messageIn(model, message.id) !== undefined) return { model, says: "Internal" };
  if (thread === undefined || isUndone) return { model, says: "NotFound" };
  const seq = thread.messages.length + 1;
  const said = { ...message, seq, rev: thread.rev + 1 };
  const next: ModelThread = {
    ...thread,
    rev: said.rev,
    lastAt: Math.max(thread.lastAt, message.at),
    messages: [...thread.messages, said],
    log: [...thread.log, message.id],
    cursors: message.author.kind === "person" ? set(thread.cursors, message.author.id, seq) : thread.cursors,
  };
  return {
    model: {
      ...model,
      threads: set(model.threads, thread.id, next),
      keys: key === undefined ? model.keys : set(model.keys, key, message.id),
      tokens: sync === undefined ? model.tokens : set(model.tokens, `${message.thread} ${seq}`, sync.tokenHash),
      counted: model.counted + (message.author.kind === "hub" ? 0 : 1),
    },
    says: { seen: false, seq },
  };
}

function change(model: Model, thread: ModelThread, kind: string, more: Partial<ModelThread> = {}): Model {
  return { ...model, threads: set(model.threads, thread.id, { ...thread, ...more, rev: thread.rev + 1, log: [...thread.log, kind] }) };
}

export function amend(model: Model, id: MessageId, what: { readonly text: string } | { readonly reaction: string }): Outcome {
  const message = messageIn(model, id);
  const thread = message && model.threads.get(message.thread);
  if (message === undefined || thread === undefined) return { model, says: "NotFound" };
  const before = model.amended.get(id) ?? { text: message.text, version: 0, reactions: [] };
  if ("text" in what) {
    if (before.text === what.text) return { model, says: undefined };
    const next = change(model, thread, "edited");
    return {
      model: { ...next, amended: set(next.amended, id, { ...before, text: what.text, version: before.version + 1 }) },
      says: { version: before.version + 1 },
    };
  }
  if (before.reactions.includes(what.reaction)) return { model, says: "ok" };
  const next = change(model, thread, "reacted");
  return { model: { ...next, amended: set(next.amended, id, { ...before, reactions: [...before.reactions, what.reaction] }) }, says: "ok" };
}

export function setStatus(model: Model, id: ThreadId, status: ThreadStatus): Outcome {
  const thread = model.threads.get(id);
  if (thread === undefined) return { model, says: "NotFound" };
  return thread.status === status ? { model, says: false } : { model: change(model, thread, "status", { status }), says: true };
}

export function advance(model: Model, id: ThreadId, who: string, seq: number): Outcome {
  const thread = model.threads.get(id);
  if (thread === undefined) return { model, says: "NotFound" };
  const to = Math.max(thread.cursors.get(who) ?? 0, Math.min(seq, thread.messages.length));
  return { model: { ...model, threads: set(model.threads, id, { ...thread, cursors: set(thread.cursors, who, to) }) }, says: "ok" };
}

export function deleteThread(model: Model, id: ThreadId, unlessPersonSpoke: boolean): Outcome {
  const thread = model.threads.get(id);
  if (thread === undefined) return { model, says: false };
  if (unlessPersonSpoke && thread.messages.some(({ author }) => author.kind === "person")) return { model, says: "NotAllowed" };
  const gone = new Set(thread.messages.map((message) => message.id));
  return {
    model: {
      ...model,
      threads: without(model.threads, (key) => key === id),
      amended: without(model.amended, (key) => gone.has(key)),
      records: model.records + 1,
    },
    says: true,
  };
}
