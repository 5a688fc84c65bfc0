import type { ThreadId } from "#domain/ids";
import type { ThreadStatus } from "#domain/thread";
import { addChange } from "./entries.ts";
import { statusOf } from "./thread-status.ts";
import type { Tx } from "#store/sqlite/engine/tx";

/** False if it already has that status. */
export function setStatus(tx: Tx, id: ThreadId, status: ThreadStatus, by: string, at: number): boolean {
  if (statusOf(tx, tx.heads.of(id)) === status) return false;
  addChange(tx, id, at, { kind: "status", status, by });
  return true;
}
