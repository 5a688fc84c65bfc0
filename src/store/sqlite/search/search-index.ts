import type { MessageId } from "#domain/ids";
import type { NewMessage, ThreadAccess } from "#domain/thread";
import { indexText } from "#store/search-words";
import { bump } from "#store/sqlite/engine/counters";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import type { ReadTx, Tx } from "#store/sqlite/engine/tx";
import { fileNames } from "./file-names.ts";
import { placeOf } from "#store/sqlite/verbs/message-places";
import { countMessage } from "#store/sqlite/verbs/statistics";
import type { CountedMessage } from "#store/sqlite/verbs/statistics";

interface LineRow extends CountedMessage {
  seq: number;
  text: string;
  more: string | null;
  access: ThreadAccess;
}

/** Size of one step, small enough not to delay the commit it shares. */
const stepRows = 150;
const stepChars = 60_000;
const page = 50;

/**
 * Indexes some of the pending messages, and counts them for the statistics: posting itself writes neither. Cheap when there are none;
 * the caller repeats it while `unindexed` is not empty.
 */
export function indexStep(tx: Tx): void {
  let rows = 0;
  let chars = 0;
  while (rows < stepRows && chars < stepChars) {
    const thread = tx.unindexed.first();
    if (thread === undefined) {
      tx.unindexed.walk();
      return;
    }
    const lines = linesAfter(tx.db, thread, stepChars - chars);
    for (const line of lines) {
      indexLine(tx.db, thread, line);
      countMessage(tx, line);
      chars += line.text.length;
    }
    if (lines.length > 0) bump(tx.db, "messages", lines.length);
    rows += lines.length;
    if (lines.length === 0) tx.undo(tx.unindexed.drop(thread));
  }
}

/** One long message is a step of its own. */
function linesAfter(db: Db, thread: number, mostChars: number): readonly LineRow[] {
  return db.within<LineRow>(
    mostChars,
    ({ text }) => text.length,
    `SELECT m.seq, m.at, m.author_kind AS authorKind, m.author_id AS authorId, m.author_name AS authorName, m.surface,
       coalesce(e.text, m.text) AS text, m.more, t.access
     FROM messages m JOIN threads t ON t.n = m.thread LEFT JOIN edited e ON e.message = m.id
     WHERE m.thread = ? AND m.seq > (SELECT coalesce(max(l.seq), 0) FROM search_rows l WHERE l.thread = ?) ORDER BY m.seq LIMIT ?`,
    thread,
    thread,
    page,
  );
}

function indexLine(db: Db, thread: number, { seq, at, text, more, access }: LineRow): void {
  const stop = stopReason(more);
  const row = db.get<{ n: number }>("INSERT INTO search_rows (thread, seq, at, stop) VALUES (?, ?, ?, ?) RETURNING n", thread, seq, at, stop);
  if (row !== undefined) putWords(db, row.n, { thread, access, text: withFiles(db, text, more) });
  if (stop !== null) bump(db, `stop:${stop}`, 1);
}

/** After an edit. A message that is not indexed yet will be indexed with its latest text. */
export function indexAgain(look: ReadTx, message: MessageId, text: string): void {
  const { db } = look;
  const place = placeOf(look, message);
  if (place === undefined) return;
  const row = db.get<{ n: number; thread: number; access: ThreadAccess; more: string | null }>(
    `SELECT l.n, l.thread, t.access, m.more FROM messages m JOIN search_rows l ON l.thread = m.thread AND l.seq = m.seq JOIN threads t ON t.n = m.thread
     WHERE m.thread = ? AND m.seq = ?`,
    place.thread,
    place.seq,
  );
  if (row === undefined) return;
  db.run("DELETE FROM search WHERE rowid = ?", row.n);
  putWords(db, row.n, { ...row, text: withFiles(db, text, row.more) });
}

/** For a thread that is being deleted, while its rows still exist. Its messages stay in the statistics. */
export function forgetThread(tx: Tx, thread: number): void {
  const { db } = tx;
  const uncounted = db.all<CountedMessage>(
    `SELECT at, author_kind AS authorKind, author_id AS authorId, author_name AS authorName, surface FROM messages
     WHERE thread = ? AND seq > (SELECT coalesce(max(l.seq), 0) FROM search_rows l WHERE l.thread = ?)`,
    thread,
    thread,
  );
  for (const message of uncounted) countMessage(tx, message);
  const counts = db.all<{ stop: string | null; count: number }>("SELECT stop, count(*) AS count FROM search_rows WHERE thread = ? GROUP BY stop", thread);
  for (const { stop, count } of counts) {
    bump(db, "messages", -count);
    if (stop !== null) bump(db, `stop:${stop}`, -count);
  }
  db.run("DELETE FROM search WHERE rowid IN (SELECT n FROM search_rows WHERE thread = ?)", thread);
  db.run("DELETE FROM search_rows WHERE thread = ?", thread);
}

/** A file is found by its name as a message is by its words. */
function withFiles(db: Db, text: string, more: string | null): string {
  return [text, ...fileNames(db, more)].join("\n");
}

function putWords(db: Db, n: number, line: { readonly thread: number; readonly access: ThreadAccess; readonly text: string }): void {
  db.run("INSERT INTO search (rowid, scope, words) VALUES (?, ?, ?)", n, `${scopeOf(line.thread)} ${line.access}`, indexText(line.text));
}

/** The index term for the messages of one thread. */
export function scopeOf(thread: number): string {
  return `t${thread}`;
}

function stopReason(more: string | null): string | null {
  if (more === null || !more.includes('"stop_reason"')) return null;
  const reason = fromJson<Pick<NewMessage, "meta">>(more).meta?.["stop_reason"];
  return typeof reason === "string" && reason !== "" ? reason.slice(0, 32) : null;
}
