import type { NewRecord } from "#domain/audit";
import { ParleyError } from "#domain/errors";
import type { SessionId, ThreadId } from "#domain/ids";
import { bump } from "#store/sqlite/engine/counters";
import type { Db } from "#store/sqlite/engine/db";
import type { Head } from "#store/sqlite/engine/heads";
import { setHead } from "./outbox.ts";
import { forgetThread } from "#store/sqlite/search/search-index";
import { statusOf } from "./thread-status.ts";
import type { Tx } from "#store/sqlite/engine/tx";

/** False if it does not exist. The audit log and the invitations keep what happened in it. */
export function deleteThread(tx: Tx, id: ThreadId, audit: NewRecord, how: { readonly unlessPersonSpoke?: boolean } = {}): boolean {
  if (tx.db.get("SELECT 1 FROM threads WHERE id = ?", id) === undefined) return false;
  const head = tx.heads.of(id);
  if (how.unlessPersonSpoke === true) refuseIfPersonSpoke(tx.db, head);
  refuseWhileInUse(tx.db, head);
  bump(tx.db, `thread:${statusOf(tx, head)}`, -1);
  forgetThread(tx, head.n);
  deleteDeliveries(tx, head.n);
  deleteRows(tx.db, head.n);
  deleteDropped(tx.db, head.n);
  tx.db.run("DELETE FROM threads WHERE n = ?", head.n);
  tx.heads.forget(head);
  tx.chain.append([audit]);
  tx.wake({ topic: "thread", thread: id, rev: head.rev });
  return true;
}

function refuseIfPersonSpoke(db: Db, { n }: Head): void {
  if (db.get("SELECT 1 FROM messages WHERE thread = ? AND author_kind = 'person' LIMIT 1", n) !== undefined)
    throw new ParleyError("NotAllowed", "A person has spoken in this thread, so an agent may not delete it. Ask an admin to delete it, or archive it.");
}

function refuseWhileInUse(db: Db, { id, n }: Head): void {
  const session = db.get<{ name: string }>("SELECT name FROM sessions WHERE thread = ? AND dropped = 0 LIMIT 1", n);
  if (session !== undefined)
    throw new ParleyError(
      "NotAllowed",
      `The session ${session.name} is active in this thread, so it was not deleted. Remove the session first, then the thread.`,
    );
  if (db.get("SELECT 1 FROM turns WHERE thread = ? AND state <> 'ended' LIMIT 1", n) !== undefined)
    throw new ParleyError(
      "NotAllowed",
      "Something is still running in this thread, so it was not deleted. Wait until it has ended, or stop it, and try again.",
    );
  const invited = db.get<{ agent_name: string }>(
    "SELECT agent_name FROM invitations WHERE thread = ? AND state IN ('starting', 'running', 'joined') LIMIT 1",
    id,
  );
  if (invited !== undefined)
    throw new ParleyError(
      "NotAllowed",
      `The invited agent ${invited.agent_name} is still in this thread, so it was not deleted. Wait until it has left, or stop it, and try again.`,
    );
}

/** Deliveries queued after them at the same address move up. */
function deleteDeliveries({ db, wake }: Tx, thread: number): void {
  const waiting = db.all<{ address: string }>("SELECT DISTINCT address FROM outbox WHERE thread = ? AND state IN ('due', 'posting')", thread);
  db.run("DELETE FROM outbox WHERE thread = ?", thread);
  for (const { address } of waiting) setHead(db, address);
  wake({ topic: "outbox" });
}

/** Rows before the rows they reference. A run that has not ended keeps its row, because its end must still be recorded. */
const statements: readonly string[] = [
  ...["edits", "edited", "reactions"].map((table) => `DELETE FROM ${table} WHERE message IN (SELECT id FROM messages WHERE thread = ?)`),
  "DELETE FROM message_ids WHERE id IN (SELECT id FROM messages WHERE thread = ?)",
  "DELETE FROM drafts WHERE turn IN (SELECT id FROM turns WHERE thread = ?)",
  "DELETE FROM runs WHERE thread = ? AND ended IS NOT NULL",
  "UPDATE runs SET thread = NULL, open = 0 WHERE thread = ?",
  ...[
    "receipts",
    "incoming_files",
    "questions",
    "turns",
    "artifacts",
    "bindings",
    "cursors",
    "participants",
    "changes",
    "messages",
    "thread_details",
    "threads_behind",
  ].map((table) => `DELETE FROM ${table} WHERE thread = ?`),
];

function deleteRows(db: Db, thread: number): void {
  for (const sql of statements) db.run(sql, thread);
}

/** Removed sessions are deleted with it, unless they were also active elsewhere: then their row moves there. */
function deleteDropped(db: Db, thread: number): void {
  for (const { id } of db.all<{ id: SessionId }>("SELECT id FROM sessions WHERE thread = ?", thread)) {
    const elsewhere = db.get<{ thread: number }>("SELECT thread FROM turns WHERE session = ? LIMIT 1", id);
    if (elsewhere === undefined) db.run("DELETE FROM sessions WHERE id = ?", id);
    else db.run("UPDATE sessions SET thread = ? WHERE id = ?", elsewhere.thread, id);
  }
}
