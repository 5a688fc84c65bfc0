import type { ThreadId } from "#domain/ids";
import type { BoundedPage } from "#domain/page";
import type { Reader } from "#domain/people";
import { revOf } from "#domain/thread";
import type { ChangeBody, Entry } from "#domain/thread";
import { applyChange } from "./apply-change.ts";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { messageOf, messagesAfter, messagesBefore, messageSize } from "./messages.ts";
import type { MessageRow } from "./messages.ts";
import { threadNumber } from "./threads.ts";
import type { ReadTx, Tx } from "#store/sqlite/engine/tx";

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
  look: ReadTx,
  reader: Reader,
  thread: ThreadId,
  page: BoundedPage & { readonly afterRev?: number; readonly beforeRev?: number },
): readonly Entry[] {
  const n = threadNumber(look, reader, thread);
  if (n === undefined) return [];
  const { db } = look;
  const after = page.afterRev ?? 0;
  if (page.beforeRev === undefined) {
    const found = merged(thread, messagesAfter(db, n, seqAt(db, n, after), page), changesAfter(db, n, after, page));
    return within(found, page);
  }
  const before = page.beforeRev;
  const found = merged(thread, messagesBefore(db, n, seqAt(db, n, before - 1) + 1, page), changesBefore(db, n, before, page));
  return within(found.toReversed(), page)
    .toReversed()
    .filter((entry) => revOf(entry) > after);
}

/** Revs have no gaps: where one is missing, rows of the other kind were cut off by the bound. */
function within(found: readonly MergedEntry[], { limit, mostBytes = Infinity }: BoundedPage): readonly Entry[] {
  let bytes = 0;
  const end = found.findIndex(({ rev, size }, at) => {
    bytes += size;
    const before = found[at - 1];
    return at === limit || (before !== undefined && (bytes > mostBytes || Math.abs(rev - before.rev) !== 1));
  });
  return (end === -1 ? found : found.slice(0, end)).map(({ entry }) => entry);
}

/** How many messages the thread had at that rev: the count in the last change before it, plus the messages since. Past the end it overcounts, which is harmless. */
function seqAt(db: Db, thread: number, rev: number): number {
  const change = db.get<{ rev: number; seq: number }>("SELECT rev, seq FROM changes WHERE thread = ? AND rev <= ? ORDER BY rev DESC LIMIT 1", thread, rev);
  return change === undefined ? rev : change.seq + (rev - change.rev);
}

const sizeOf = ({ body }: ChangeRow): number => Buffer.byteLength(body);

function changesAfter(db: Db, thread: number, rev: number, { limit, mostBytes = Infinity }: BoundedPage): readonly ChangeRow[] {
  return db.within(mostBytes, sizeOf, "SELECT rev, at, body FROM changes WHERE thread = ? AND rev > ? ORDER BY rev LIMIT ?", thread, rev, limit);
}

function changesBefore(db: Db, thread: number, rev: number, { limit, mostBytes = Infinity }: BoundedPage): readonly ChangeRow[] {
  return db.within(mostBytes, sizeOf, "SELECT rev, at, body FROM changes WHERE thread = ? AND rev < ? ORDER BY rev DESC LIMIT ?", thread, rev, limit);
}

interface MergedEntry {
  readonly entry: Entry;
  readonly rev: number;
  readonly size: number;
}

function merged(thread: ThreadId, messages: readonly MessageRow[], changes: readonly ChangeRow[]): readonly MergedEntry[] {
  const entries: readonly MergedEntry[] = [
    ...messages.map((row) => ({ entry: { kind: "message" as const, message: messageOf(row, thread) }, rev: row.rev, size: messageSize(row) })),
    ...changes.map((row) => {
      const change = { thread, rev: row.rev, at: row.at, body: fromJson<ChangeBody>(row.body) };
      return { entry: { kind: "change" as const, change }, rev: row.rev, size: sizeOf(row) };
    }),
  ];
  return entries.toSorted((a, b) => a.rev - b.rev);
}
