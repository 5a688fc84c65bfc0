import type { NewRecord } from "#domain/audit";
import { ParleyError } from "#domain/errors";
import type { SessionId, ThreadId } from "#domain/ids";
import { bump } from "./counters.ts";
import type { Db } from "./db.ts";
import type { Head } from "./heads.ts";
import { setHead } from "./outbox.ts";
import { forgetThread } from "./search-index.ts";
import { statusOf } from "./thread-status.ts";
import type { Tx } from "./tx.ts";

/** False when it is not there. What agents and people did there stays in the audit and among the invitations. */
export function deleteThread(tx: Tx, id: ThreadId, audit: NewRecord): boolean {
  if (tx.db.get("SELECT 1 FROM threads WHERE id = ?", id) === undefined) return false;
  const head = tx.heads.of(id);
  refuseWhileInUse(tx.db, head);
  bump(tx.db, `thread:${statusOf(tx, head)}`, -1);
  forgetThread(tx.db, head.n);
  deleteDeliveries(tx, head.n);
  deleteRows(tx.db, head.n);
  deleteDropped(tx.db, head.n);
  tx.db.run("DELETE FROM threads WHERE n = ?", head.n);
  tx.heads.forget(head);
  tx.chain.append([audit]);
  tx.wake({ topic: "thread", thread: id, rev: head.rev });
  return true;
}

function refuseWhileInUse(db: Db, { id, n }: Head): void {
  const session = db.get<{ name: string }>("SELECT name FROM sessions WHERE thread = ? AND dropped = 0 LIMIT 1", n);
  if (session !== undefined)
    throw new ParleyError("NotAllowed", `The session ${session.name} works in this thread, so it was not deleted. Remove the session first, then the thread.`);
  if (db.get("SELECT 1 FROM turns WHERE thread = ? AND state <> 'ended' LIMIT 1", n) !== undefined)
    throw new ParleyError("NotAllowed", "Work is under way in this thread, so it was not deleted. Wait until it has ended, or stop it, and try again.");
  const invited = db.get<{ agent_name: string }>(
    "SELECT agent_name FROM invitations WHERE thread = ? AND state IN ('starting', 'running', 'joined') LIMIT 1",
    id,
  );
  if (invited !== undefined)
    throw new ParleyError(
      "NotAllowed",
      `The invited agent ${invited.agent_name} is still in this thread, so it was not deleted. Wait until it has left, or end it, and try again.`,
    );
}

/** What waits behind them at the same address moves up. */
function deleteDeliveries({ db, wake }: Tx, thread: number): void {
  const waiting = db.all<{ address: string }>("SELECT DISTINCT address FROM outbox WHERE thread = ? AND state IN ('due', 'posting')", thread);
  db.run("DELETE FROM outbox WHERE thread = ?", thread);
  for (const { address } of waiting) setHead(db, address);
  wake({ topic: "outbox" });
}

/** Rows before what they point to. A run that has not ended keeps its row: its end still has to be told. */
const statements: readonly string[] = [
  ...["edits", "edited", "reactions"].map((table) => `DELETE FROM ${table} WHERE message IN (SELECT id FROM messages WHERE thread = ?)`),
  "DELETE FROM drafts WHERE turn IN (SELECT id FROM turns WHERE thread = ?)",
  "DELETE FROM runs WHERE thread = ? AND ended IS NOT NULL",
  "UPDATE runs SET thread = NULL, open = 0 WHERE thread = ?",
  ...["questions", "turns", "artifacts", "bindings", "cursors", "participants", "changes", "messages", "thread_details"].map(
    (table) => `DELETE FROM ${table} WHERE thread = ?`,
  ),
];

function deleteRows(db: Db, thread: number): void {
  for (const sql of statements) db.run(sql, thread);
}

/** Sessions that were removed go with it, unless they also worked elsewhere: then their row moves there. */
function deleteDropped(db: Db, thread: number): void {
  for (const { id } of db.all<{ id: SessionId }>("SELECT id FROM sessions WHERE thread = ?", thread)) {
    const elsewhere = db.get<{ thread: number }>("SELECT thread FROM turns WHERE session = ? LIMIT 1", id);
    if (elsewhere === undefined) db.run("DELETE FROM sessions WHERE id = ?", id);
    else db.run("UPDATE sessions SET thread = ? WHERE id = ?", elsewhere.thread, id);
  }
}
