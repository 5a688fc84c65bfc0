import type { ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import { usualSettings } from "#domain/thread-details";
import type { ThreadDetails } from "#domain/thread-details";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { threadNumber } from "./threads.ts";
import type { ReadTx, Tx } from "#store/sqlite/engine/tx";

export function readDetails(look: ReadTx, reader: Reader, id: ThreadId): ThreadDetails | undefined {
  const n = threadNumber(look, reader, id);
  return n === undefined ? undefined : { settings: usualSettings, ...kept(look.db, n) };
}

export function setDetails({ db, heads, wake }: Tx, id: ThreadId, patch: Partial<ThreadDetails>): void {
  const head = heads.of(id);
  patchDetails(db, head.n, patch);
  wake({ topic: "thread", thread: id, rev: head.rev });
}

/** The row is created when there is something to store. */
export function patchDetails(db: Db, thread: number, patch: Partial<ThreadDetails>): void {
  put(db, thread, { ...kept(db, thread), ...patch });
}

export function clearClosed(db: Db, thread: number): void {
  const { closedAt, ...rest } = kept(db, thread);
  if (closedAt !== undefined) put(db, thread, rest);
}

function kept(db: Db, thread: number): Partial<ThreadDetails> {
  const row = db.get<{ body: string }>("SELECT body FROM thread_details WHERE thread = ?", thread);
  return row === undefined ? {} : fromJson<Partial<ThreadDetails>>(row.body);
}

function put(db: Db, thread: number, details: Partial<ThreadDetails>): void {
  db.run("INSERT INTO thread_details (thread, body) VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body", thread, JSON.stringify(details));
}
