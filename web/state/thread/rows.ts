import type { RunLineWire } from "#protocol/runs";
import type { ChangeWire, DraftWire, EntryWire, MessageWire, QuestionWire } from "#protocol/wire";
import type { DroppedFile } from "#web/state/documents/dropped-files.ts";
import { runsBetween } from "#web/state/terminal/thread-runs.ts";
import type { Unsent } from "./unsent.ts";

type Questions = ReadonlyMap<string, QuestionWire>;
export type DeliveryWire = Extract<ChangeWire, { kind: "delivery" }>;

/** One line of the conversation, ready to be shown. */
export type ConversationRow =
  | {
      readonly kind: "said";
      readonly key: string;
      readonly message: MessageWire;
      readonly text: string;
      readonly edits: number;
      readonly reactions: readonly Reaction[];
      /** What it answers; the message is null while it is not here. */
      readonly replyTo: string | null;
      readonly reply: MessageWire | null;
      readonly replyText: string;
      /** What was asked in the turn that this is the answer of, in the order it was asked. */
      readonly questions: readonly QuestionWire[];
    }
  | { readonly kind: "growing"; readonly key: string; readonly draft: DraftWire; readonly waits: boolean; readonly questions: readonly QuestionWire[] }
  | { readonly kind: "asked"; readonly key: string; readonly question: QuestionWire }
  | { readonly kind: "renamed"; readonly key: string; readonly topic: string; readonly by: string; readonly byName: string; readonly at: string }
  | { readonly kind: "status"; readonly key: string; readonly status: string; readonly by: string; readonly byName: string; readonly at: string }
  | { readonly kind: "delivery"; readonly key: string; readonly delivery: DeliveryWire; readonly at: string }
  | { readonly kind: "ran"; readonly key: string; readonly run: RunLineWire }
  | { readonly kind: "unsent"; readonly key: string; readonly unsent: Unsent }
  | { readonly kind: "file"; readonly key: string; readonly file: DroppedFile }
  | { readonly kind: "mark"; readonly key: string; readonly count: number };

export type SaidRow = Extract<ConversationRow, { kind: "said" }>;

export interface Reaction {
  readonly reaction: string;
  /** Who gave it, by id and by name. */
  readonly by: readonly string[];
  readonly names: readonly string[];
}

interface LogContext {
  /** Oldest first. */
  readonly ran: readonly RunLineWire[];
  /** Whether older lines are still to be loaded. */
  readonly hasOlder: boolean;
  /** Messages with a seq above this were new when the thread was opened. */
  readonly mark: { readonly afterSeq: number; readonly count: number } | null;
  /** Turns whose growing answer is shown after the log: their questions stand there. */
  readonly growing: ReadonlySet<string>;
}

/** What stands in the log, in its order. */
export function logRows(entries: readonly EntryWire[], questions: Questions, beside: LogContext): readonly ConversationRow[] {
  const notes = notesOn(entries, questions, beside.growing);
  const rows: ConversationRow[] = [];
  const ranBefore = runsBetween(beside.ran, entries, beside.hasOlder);
  let mark = beside.mark;
  for (const [at, entry] of entries.entries()) {
    rows.push(...ranBefore(entry).map(ranRow));
    if (mark !== null && entry.kind === "message" && entry.message.seq > mark.afterSeq) {
      rows.push({ kind: "mark", key: "mark", count: mark.count });
      mark = null;
    }
    const row = isToldAlready(entry, entries[at - 1]) ? null : rowOf(entry, questions, notes);
    if (row !== null) rows.push(row);
  }
  return [...rows, ...ranBefore(undefined).map(ranRow)];
}

interface TailParts {
  readonly entries: readonly EntryWire[];
  readonly questions: Questions;
  /** Of this thread. */
  readonly drafts: readonly DraftWire[];
  readonly unsent: readonly Unsent[];
  /** Those of which no run is in the log. */
  readonly files: readonly DroppedFile[];
  readonly me: string;
}

/** What follows the log: answers that grow, then what this person wrote or dropped here and the log has not got yet. */
export function tailRows(tail: TailParts): readonly ConversationRow[] {
  const read = tail.files.filter(({ state }) => state === "reading" || state === "read" || state === "unread");
  return [...growing(tail), ...waiting(tail), ...read.map((file): ConversationRow => ({ kind: "file", key: file.key, file }))];
}

/** Closing says so in words of its own, right before. */
function isToldAlready(entry: EntryWire, before: EntryWire | undefined): boolean {
  const isClosing = entry.kind === "change" && entry.change.kind === "status" && entry.change.status === "closed";
  return isClosing && before?.kind === "message" && before.message.author_kind === "hub";
}

function rowOf(entry: EntryWire, questions: Questions, notes: EntryNotes): ConversationRow | null {
  if (entry.kind === "message") return saidRow(entry.message, notes);
  const change = entry.change;
  switch (change.kind) {
    case "asked":
      // Below the steps that led to it, inside the answer of its turn; by itself only where there is no such answer.
      return notes.placed.has(change.question.id)
        ? null
        : { kind: "asked", key: change.question.id, question: questions.get(change.question.id) ?? change.question };
    case "renamed":
      return { kind: "renamed", key: `r${entry.rev}`, topic: change.topic, by: change.by, byName: change.by_name, at: entry.at };
    case "status":
      return { kind: "status", key: `s${entry.rev}`, status: change.status, by: change.by, byName: change.by_name, at: entry.at };
    case "delivery": {
      const all = notes.deliveries.get(change.delivery) ?? [];
      const latest = all.at(-1)?.delivery ?? change;
      // One line for one delivery, where its trouble began; a delivery that never had any says nothing.
      return all.find((note) => note.delivery.state !== "sent")?.rev === entry.rev
        ? { kind: "delivery", key: change.delivery, delivery: latest, at: entry.at }
        : null;
    }
    default:
      return null;
  }
}

function saidRow(message: MessageWire, notes: EntryNotes): ConversationRow {
  const edits = notes.edits.get(message.id) ?? [];
  const reply = notes.messages.get(message.reply_to_msg_id ?? "") ?? null;
  const isAnswer = message.turn !== null && notes.firstOfTurn.get(message.turn) === message.id;
  return {
    kind: "said",
    // The key of the draft it grew from: what a reader has selected or unfolded stays so when the turn ends.
    key: isAnswer ? `t${message.turn}` : message.id,
    message: withFiles(message, notes.files.get(message.id)),
    text: edits.at(-1) ?? message.content,
    edits: Math.max(edits.length, message.edit_version),
    reactions: reactionsOf(notes.reactions.get(message.id)),
    replyTo: message.reply_to_msg_id,
    reply,
    replyText: reply === null ? "" : (notes.edits.get(reply.id)?.at(-1) ?? reply.content),
    questions: isAnswer ? (notes.asked.get(message.turn ?? "") ?? noneAsked) : noneAsked,
  };
}

/** A message that was read after its files had come has them already. */
function withFiles(message: MessageWire, fetched: MessageWire["artifacts"] | undefined): MessageWire {
  const missing = (fetched ?? []).filter((file) => !message.artifacts.some((one) => one.id === file.id));
  return missing.length === 0 ? message : { ...message, artifacts: [...message.artifacts, ...missing] };
}

const none: readonly Reaction[] = [];
const noneAsked: readonly QuestionWire[] = [];

function reactionsOf(noted: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined): readonly Reaction[] {
  if (noted === undefined) return none;
  return [...noted].map(([reaction, by]) => ({ reaction, by: [...by.keys()], names: [...by.values()] })).filter((one) => one.by.length > 0);
}

interface EntryNotes {
  readonly messages: Map<string, MessageWire>;
  readonly firstOfTurn: Map<string, string>;
  readonly edits: Map<string, string[]>;
  /** Files that were fetched after their message. */
  readonly files: Map<string, MessageWire["artifacts"][number][]>;
  /** By message and reaction: who gave it, and by which name. */
  readonly reactions: Map<string, Map<string, Map<string, string>>>;
  readonly deliveries: Map<string, { readonly rev: number; readonly delivery: DeliveryWire }[]>;
  /** By turn. */
  readonly asked: Map<string, QuestionWire[]>;
  /** Questions that stand inside the answer of their turn. */
  readonly placed: Set<string>;
}

function notesOn(entries: readonly EntryWire[], questions: Questions, growing: ReadonlySet<string>): EntryNotes {
  const notes: EntryNotes = {
    messages: new Map(),
    firstOfTurn: new Map(),
    edits: new Map(),
    files: new Map(),
    reactions: new Map(),
    deliveries: new Map(),
    asked: askedByTurn(entries, questions),
    placed: new Set(),
  };
  for (const entry of entries) {
    if (entry.kind === "message") {
      const { id, turn, author_kind: kind } = entry.message;
      notes.messages.set(id, entry.message);
      if (kind === "agent" && turn !== null && !notes.firstOfTurn.has(turn)) notes.firstOfTurn.set(turn, id);
      continue;
    }
    const change = entry.change;
    if (change.kind === "file") push(notes.files, change.message, change.artifact);
    if (change.kind === "edited") push(notes.edits, change.message, change.text);
    if (change.kind === "delivery") push(notes.deliveries, change.delivery, { rev: entry.rev, delivery: change });
    if (change.kind === "reacted") {
      const of = notes.reactions.get(change.message) ?? new Map<string, Map<string, string>>();
      const by = of.get(change.reaction) ?? new Map<string, string>();
      if (change.removed) by.delete(change.by);
      else by.set(change.by, change.by_name);
      notes.reactions.set(change.message, of.set(change.reaction, by));
    }
  }
  for (const [turn, asked] of notes.asked) {
    if (notes.firstOfTurn.has(turn) || growing.has(turn)) for (const { id } of asked) notes.placed.add(id);
  }
  return notes;
}

function askedByTurn(entries: readonly EntryWire[], questions: Questions): Map<string, QuestionWire[]> {
  const asked = new Map<string, QuestionWire[]>();
  for (const entry of entries) {
    if (entry.kind !== "change" || entry.change.kind !== "asked") continue;
    const question = questions.get(entry.change.question.id) ?? entry.change.question;
    if (question.turn !== null) push(asked, question.turn, question);
  }
  return asked;
}

function growing({ entries, drafts, questions }: TailParts): readonly ConversationRow[] {
  const ended = new Set(entries.map((entry) => (entry.kind === "message" && entry.message.author_kind === "agent" ? entry.message.turn : null)));
  const open = new Set([...questions.values()].filter((question) => question.state === "open").map((question) => question.turn));
  const asked = askedByTurn(entries, questions);
  return drafts
    .filter((draft) => !ended.has(draft.turn) && (hasContent(draft) || !open.has(draft.turn)))
    .map((draft) => ({
      kind: "growing",
      key: `t${draft.turn}`,
      draft,
      waits: open.has(draft.turn),
      questions: hasContent(draft) ? (asked.get(draft.turn) ?? noneAsked) : noneAsked,
    }));
}

/** Whether there is anything yet that a question could stand below. */
export function hasContent({ text, steps }: Pick<DraftWire, "text" | "steps">): boolean {
  return text !== "" || steps.length > 0;
}

/** The stream may bring a message before its POST returns: then it is shown once. */
function waiting({ entries, unsent, me }: TailParts): readonly ConversationRow[] {
  const arrived = (one: Unsent): boolean =>
    entries.some(
      (entry) =>
        entry.kind === "message" && entry.message.seq > one.afterSeq && entry.message.author_id === me && entry.message.content.trim() === one.content.trim(),
    );
  return unsent.filter((one) => one.problem !== undefined || !arrived(one)).map((one) => ({ kind: "unsent", key: `u${one.key}`, unsent: one }));
}

function ranRow(run: RunLineWire): ConversationRow {
  return { kind: "ran", key: run.id, run };
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
