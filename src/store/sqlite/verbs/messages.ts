import type { Address } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { MessageId, ThreadId } from "#domain/ids";
import type { BoundedPage } from "#domain/page";
import { everyone, type Reader } from "#domain/people";
import type { LineSpeaker } from "#domain/store";
import type { Author, Message, MessageRole, NewMessage, Surface } from "#domain/thread";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db, Value } from "#store/sqlite/engine/db";
import type { Head } from "#store/sqlite/engine/heads";
import { placeOf, refuseKnownId } from "./message-places.ts";
import { postedAs } from "./receipts.ts";
import { threadNumber } from "./threads.ts";
import type { ReadTx, Tx } from "#store/sqlite/engine/tx";
import { mayRead } from "./visible.ts";

/** Rarely used properties, in one column. */
type More = Pick<NewMessage, "turn" | "replyTo" | "quoted" | "origin" | "steps" | "artifacts" | "priority" | "meta">;

export interface MessageRow {
  seq: number;
  id: MessageId;
  rev: number;
  at: number;
  author_kind: Author["kind"];
  author_id: string;
  author_name: string;
  role: MessageRole;
  text: string;
  surface: Surface;
  more: string | null;
}

const insert = `INSERT INTO messages (thread, seq, id, rev, at, author_kind, author_id, author_name, role, text, surface, more, place, ref, reply_token)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** The hot path: one INSERT, and nothing else in most commits (`engine/late-rows.ts`). `tokenHash` belongs to the reply token it used. */
export function addMessage(tx: Tx, message: NewMessage, tokenHash?: string): Message {
  const { db, heads, unindexed, wake } = tx;
  refuseKnownId(tx, message.id);
  const head = heads.of(message.thread);
  const { author, origin } = message;
  const seq = head.seq + 1;
  const rev = head.rev + 1;
  const place = origin?.ref === undefined ? null : addressKey(origin.address);
  db.run(
    insert,
    head.n,
    seq,
    message.id,
    rev,
    message.at,
    author.kind,
    author.id,
    author.name,
    message.role,
    message.text,
    message.surface,
    moreOf(message),
    place,
    origin?.ref ?? null,
    tokenHash ?? null,
  );
  advanceHead(head, seq, rev, message.at);
  heads.said(head, message.id);
  unindexed.add(head.n);
  wake({ topic: "thread", thread: message.thread, rev });
  return { ...message, seq, rev };
}

function advanceHead(head: Head, seq: number, rev: number, at: number): void {
  head.seq = seq;
  head.rev = rev;
  head.lastAt = Math.max(head.lastAt, at);
}

function moreOf({ turn, replyTo, quoted, origin, steps, artifacts, priority, meta }: NewMessage): string | null {
  if (
    turn === undefined &&
    replyTo === undefined &&
    quoted === undefined &&
    origin === undefined &&
    steps === undefined &&
    artifacts === undefined &&
    priority === undefined &&
    meta === undefined
  )
    return null;
  return JSON.stringify({ turn, replyTo, quoted, origin, steps, artifacts, priority, meta });
}

const columns = "seq, id, rev, at, author_kind, author_id, author_name, role, text, surface, more";

export function readMessage(look: ReadTx, reader: Reader, id: MessageId): Message | undefined {
  const found = messageById(look, id);
  return found !== undefined && mayRead(look.db, reader, found.thread) ? found.message : undefined;
}

/** Without an access check. */
export function messageById(
  look: ReadTx,
  id: MessageId,
): { readonly message: Message; readonly thread: { n: number; id: ThreadId; access: "open" | "closed" } } | undefined {
  const place = placeOf(look, id);
  return place && first(look.db, "m.thread = ? AND m.seq = ?", place.thread, place.seq);
}

export function messageByRef(look: ReadTx, address: Address, ref: string): Message | undefined {
  return saidAs(look.db, address, ref) ?? postedMessage(look, address, ref);
}

function postedMessage(look: ReadTx, address: Address, ref: string): Message | undefined {
  const id = postedAs(look.db, address, ref)?.message;
  return id === undefined ? undefined : messageById(look, id)?.message;
}

function saidAs(db: Db, address: Address, ref: string): Message | undefined {
  return first(db, "m.place = ? AND m.ref = ? AND m.ref IS NOT NULL ORDER BY m.at DESC LIMIT 1", addressKey(address), ref)?.message;
}

function first(db: Db, where: string, ...values: readonly Value[]): ReturnType<typeof messageById> {
  const row = db.get<MessageRow & { thread_n: number; thread_id: ThreadId; access: "open" | "closed" }>(
    `SELECT m.seq, m.id, m.rev, m.at, author_kind, author_id, author_name, role, text, surface, more, t.n AS thread_n, t.id AS thread_id, t.access
     FROM messages m JOIN threads t ON t.n = m.thread WHERE ${where}`,
    ...values,
  );
  return row && { message: messageOf(row, row.thread_id), thread: { n: row.thread_n, id: row.thread_id, access: row.access } };
}

export function listMessages(
  look: ReadTx,
  reader: Reader,
  thread: ThreadId,
  page: BoundedPage & { readonly afterSeq?: number; readonly beforeSeq?: number },
): readonly Message[] {
  const n = threadNumber(look, reader, thread);
  if (n === undefined) return [];
  const { db } = look;
  const rows = page.beforeSeq === undefined ? messagesAfter(db, n, page.afterSeq ?? 0, page) : messagesBefore(db, n, page.beforeSeq, page);
  return rows.filter((row) => row.seq > (page.afterSeq ?? 0)).map((row) => messageOf(row, thread));
}

/** Oldest first. */
export function messagesAfter(db: Db, thread: number, seq: number, { limit, mostBytes = Infinity }: BoundedPage): readonly MessageRow[] {
  return db.within(mostBytes, messageSize, `SELECT ${columns} FROM messages WHERE thread = ? AND seq > ? ORDER BY seq LIMIT ?`, thread, seq, limit);
}

/** The latest before `seq`, oldest first. */
export function messagesBefore(db: Db, thread: number, seq: number, { limit, mostBytes = Infinity }: BoundedPage): readonly MessageRow[] {
  return db
    .within(mostBytes, messageSize, `SELECT ${columns} FROM messages WHERE thread = ? AND seq < ? ORDER BY seq DESC LIMIT ?`, thread, seq, limit)
    .toReversed();
}

export function messageSize({ text, more }: MessageRow): number {
  return Buffer.byteLength(text) + (more === null ? 0 : Buffer.byteLength(more));
}

/** The columns stand before the text, so that SQLite never reads the pages that hold it. */
export function speakersBefore(
  look: ReadTx,
  thread: ThreadId,
  { beforeSeq, limit }: { readonly beforeSeq: number; readonly limit: number },
): readonly LineSpeaker[] {
  const n = threadNumber(look, everyone, thread);
  if (n === undefined) return [];
  return look.db.all<LineSpeaker>(
    "SELECT seq, author_kind AS kind, author_id AS id FROM messages WHERE thread = ? AND seq < ? ORDER BY seq DESC LIMIT ?",
    n,
    beforeSeq,
    limit,
  );
}

export function messageOf(row: MessageRow, thread: ThreadId): Message {
  return {
    id: row.id,
    thread,
    at: row.at,
    author: { kind: row.author_kind, id: row.author_id, name: row.author_name },
    role: row.role,
    text: row.text,
    surface: row.surface,
    ...(row.more !== null && fromJson<More>(row.more)),
    seq: row.seq,
    rev: row.rev,
  };
}
