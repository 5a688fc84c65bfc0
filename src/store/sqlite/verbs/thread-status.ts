import type { ThreadStatus } from "#domain/thread";
import { bump } from "#store/sqlite/engine/counters";
import type { Head } from "#store/sqlite/engine/heads";
import { clearClosed, patchDetails } from "./thread-details.ts";
import type { Tx } from "#store/sqlite/engine/tx";

/** A thread stores when it was closed while it is closed or archived; reopening clears it. */
export function keepStatus(tx: Tx, head: Head, status: ThreadStatus, at: number): void {
  const before = statusOf(tx, head);
  if (before === status) return;
  tx.db.run("UPDATE threads SET status = ? WHERE n = ?", status, head.n);
  head.about = undefined;
  bump(tx.db, `thread:${before}`, -1);
  bump(tx.db, `thread:${status}`, 1);
  if (status === "closed") patchDetails(tx.db, head.n, { closedAt: at });
  else if (status !== "archived") clearClosed(tx.db, head.n);
}

export function statusOf({ db }: Tx, head: Head): ThreadStatus {
  return db.get<{ status: ThreadStatus }>("SELECT status FROM threads WHERE n = ?", head.n)?.status ?? "discuss";
}
