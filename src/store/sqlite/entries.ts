import type { ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import { revOf } from "#domain/thread";
import type { ChangeBody, Entry } from "#domain/thread";
import { applyChange } from "./apply-change.ts";
import { fromJson } from "./db.ts";
import type { Db } from "./db.ts";
import { messageOf, messagesAfter, messagesBefore } from "./messages.ts";
import type { MessageRow } from "./messages.ts";
import { threadNumber } from "./threads.ts";
import type { Look, Tx } from "./tx.ts";

interface ChangeRow {
  rev: number;
  at: number;
  body: string;
}

export function addChange(tx: Tx, thread: ThreadId, at: number, body: ChangeBody): void {
  const head = tx.heads.of(thread);
  const rev = head.rev + 1;
  tx.db.run("INSERT INTO changes (thread, rev, seq, at, body) VALUES (?, ?, ?, ?, ?)", head.n, rev, head.seq, at, JSON.stringify(body));
  head.rev = rev;
  tx.heads.touch(head);
  applyChange(tx, head, at, body);
  tx.wake({ topic: "thread", thread, rev });
}

export function listEntries(
  look: Look,
  reader: Reader,
  thread: ThreadId,
  page: { readonly afterRev?: number; readonly beforeRev?: number; readonly limit: number },
): readonly Entry[] {
  const n = threadNumber(look, reader, thread);
  if (n === undefined) return [];
  const { db } = look;
  const after = page.afterRev ?? 0;
  if (page.beforeRev === undefined) {
    return merged(thread, messagesAfter(db, n, seqAt(db, n, after), page.limit), changesAfter(db, n, after, page.limit)).slice(0, page.limit);
  }
  const before = page.beforeRev;
  return merged(thread, messagesBefore(db, n, seqAt(db, n, before - 1) + 1, page.limit), changesBefore(db, n, before, page.limit))
    .slice(-page.limit)
    .filter((entry) => revOf(entry) > after);
}

/** How many messages the thread had at that rev: what the last change before it says, plus the lines since. Past the end it counts too far, which finds nothing more. */
function seqAt(db: Db, thread: number, rev: number): number {
  const change = db.get<{ rev: number; seq: number }>("SELECT rev, seq FROM changes WHERE thread = ? AND rev <= ? ORDER BY rev DESC LIMIT 1", thread, rev);
  return change === undefined ? rev : change.seq + (rev - change.rev);
}

function changesAfter(db: Db, thread: number, rev: number, limit: number): readonly ChangeRow[] {
  return db.all<ChangeRow>("SELECT rev, at, body FROM changes WHERE thread = ? AND rev > ? ORDER BY rev LIMIT ?", thread, rev, limit);
}

function changesBefore(db: Db, thread: number, rev: number, limit: number): readonly ChangeRow[] {
  return db.all<ChangeRow>("SELECT rev, at, body FROM changes WHERE thread = ? AND rev < ? ORDER BY rev DESC LIMIT ?", thread, rev, limit);
}

function merged(thread: ThreadId, messages: readonly MessageRow[], changes: readonly ChangeRow[]): readonly Entry[] {
  const entries: readonly Entry[] = [
    ...messages.map((row): Entry => ({ kind: "message", message: messageOf(row, thread) })),
    ...changes.map((row): Entry => ({ kind: "change", change: { thread, rev: row.rev, at: row.at, body: fromJson<ChangeBody>(row.body) } })),
  ];
  return entries.toSorted((a, b) => revOf(a) - revOf(b));
}
