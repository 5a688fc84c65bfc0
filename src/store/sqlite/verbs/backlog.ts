import { keptMax, unreadMax } from "#domain/backlog";
import type { Backlog, BacklogEntry, BacklogRead } from "#domain/backlog";
import type { Holder } from "#domain/command";
import type { JsonObject } from "#domain/json";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";

interface BacklogRow {
  n: number;
  last: number;
  read_to: number;
}

interface EntryRow {
  n: number;
  at: number;
  body: string;
}

export function addBacklog({ db }: Tx, holder: Holder, name: string, added: Parameters<Backlog["add"]>[0]): readonly BacklogEntry[] {
  if (added.length === 0) return [];
  const backlog = find(db, holder, name) ?? begin(db, holder, name);
  const entries = added.map(({ at, body }, i) => ({ n: backlog.last + 1 + i, at, body }));
  const last = backlog.last + entries.length;
  for (const { n, at, body } of entries) {
    if (n > last - keptMax) db.run("INSERT INTO backlog_entries (backlog, n, at, body) VALUES (?, ?, ?, ?)", backlog.n, n, at, JSON.stringify(body));
  }
  db.run("UPDATE backlogs SET last = ? WHERE n = ?", last, backlog.n);
  db.run("DELETE FROM backlog_entries WHERE backlog = ? AND n <= ?", backlog.n, last - keptMax);
  return entries;
}

/** Reads without moving the cursor. */
export function peekBacklog(db: Db, holder: Holder, name: string, limit: number): BacklogRead {
  const backlog = find(db, holder, name);
  if (backlog === undefined) return { entries: [], before: 0, after: 0, dropped: 0, waiting: 0 };
  const { read, to } = unread(db, backlog, limit);
  return { ...read, after: backlog.read_to, waiting: backlog.last - to };
}

export function readBacklog({ db }: Tx, holder: Holder, name: string, limit: number): BacklogRead {
  const backlog = find(db, holder, name);
  if (backlog === undefined) return peekBacklog(db, holder, name, limit);
  const { read, to } = unread(db, backlog, limit);
  if (to !== backlog.read_to) db.run("UPDATE backlogs SET read_to = ? WHERE n = ?", to, backlog.n);
  return { ...read, after: to, waiting: backlog.last - to };
}

/** Numbers have no gaps, so dropped lines can be counted even if their rows are deleted. */
function unread(
  db: Db,
  { n, last, read_to: before }: BacklogRow,
  limit: number,
): { readonly read: Omit<BacklogRead, "after" | "waiting">; readonly to: number } {
  const from = Math.max(before, last - unreadMax);
  const rows = db.all<EntryRow>("SELECT n, at, body FROM backlog_entries WHERE backlog = ? AND n > ? ORDER BY n LIMIT ?", n, from, limit);
  return { read: { entries: rows.map(entryOf), before, dropped: from - before }, to: rows.at(-1)?.n ?? from };
}

export function backlogHistory(db: Db, holder: Holder, name: string, page: Parameters<Backlog["history"]>[0]): readonly BacklogEntry[] {
  const backlog = find(db, holder, name);
  if (backlog === undefined) return [];
  return db
    .all<EntryRow>(
      "SELECT n, at, body FROM backlog_entries WHERE backlog = ? AND n < ? ORDER BY n DESC LIMIT ?",
      backlog.n,
      page.before ?? backlog.last + 1,
      page.limit,
    )
    .toReversed()
    .map(entryOf);
}

/** When its holder no longer exists. */
export function dropBacklogs(db: Db, holder: Holder): void {
  db.run("DELETE FROM backlog_entries WHERE backlog IN (SELECT n FROM backlogs WHERE holder = ?)", holder);
  db.run("DELETE FROM backlogs WHERE holder = ?", holder);
}

function find(db: Db, holder: Holder, name: string): BacklogRow | undefined {
  return db.get<BacklogRow>("SELECT n, last, read_to FROM backlogs WHERE holder = ? AND name = ?", holder, name);
}

function begin(db: Db, holder: Holder, name: string): BacklogRow {
  const made = db.get<BacklogRow>("INSERT INTO backlogs (holder, name, last, read_to) VALUES (?, ?, 0, 0) RETURNING n, last, read_to", holder, name);
  if (made === undefined) throw new Error("an inserted row was not returned");
  return made;
}

function entryOf(row: EntryRow): BacklogEntry {
  return { n: row.n, at: row.at, body: fromJson<JsonObject>(row.body) };
}
