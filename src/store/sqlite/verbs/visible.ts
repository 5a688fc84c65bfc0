import type { ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { ThreadAccess } from "#domain/thread";
import type { Db, Value } from "#store/sqlite/engine/db";

/** What is needed of a thread to decide who sees it. */
export interface ReadableThread {
  readonly n: number;
  readonly id: ThreadId;
  readonly access: ThreadAccess;
}

export function mayRead(db: Db, reader: Reader, thread: ReadableThread): boolean {
  switch (reader.sees) {
    case "all":
      return true;
    case "one":
      return reader.thread === thread.id;
    case "some":
      return (reader.open && thread.access === "open") || isParticipant(db, reader.who, thread);
  }
}

/** For rows that reference their thread by number. */
export function mayReadNumber(db: Db, reader: Reader, n: number): boolean {
  if (reader.sees === "all") return true;
  const thread = db.get<ReadableThread>("SELECT n, id, access FROM threads WHERE n = ?", n);
  return thread !== undefined && mayRead(db, reader, thread);
}

/** The same as a condition on `t`, a row of threads. */
export function readable(reader: Reader): { readonly sql: string; readonly values: readonly Value[] } {
  switch (reader.sees) {
    case "all":
      return { sql: "1", values: [] };
    case "one":
      return { sql: "t.id = ?", values: [reader.thread] };
    case "some":
      return {
        sql: "((? AND t.access = 'open') OR EXISTS (SELECT 1 FROM participants p WHERE p.who = ? AND p.access = t.access AND p.thread = t.n))",
        values: [reader.open ? 1 : 0, reader.who],
      };
  }
}

function isParticipant(db: Db, who: string, thread: ReadableThread): boolean {
  return db.get("SELECT 1 FROM participants WHERE who = ? AND access = ? AND thread = ?", who, thread.access, thread.n) !== undefined;
}
