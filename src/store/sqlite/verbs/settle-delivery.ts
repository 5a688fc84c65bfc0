import type { Piece } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { DeliveryClaim, Delivery, DeliveryState, ReplacedDraft, Settlement } from "#domain/delivery";
import type { DeliveryId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { QuestionState } from "#domain/question";
import type { DeliveryClaims } from "./delivery-claims.ts";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { dropDraft } from "./drafts.ts";
import { addChange } from "./entries.ts";
import { addDelivery, deliveryOf, deliveryRow, selectDelivery, setHead } from "./outbox.ts";
import type { DeliveryRow } from "./outbox.ts";
import { keepReceipt } from "./receipts.ts";
import { threadNumber } from "./threads.ts";
import type { Tx } from "#store/sqlite/engine/tx";

/** Writes nothing: claims live in memory. */
export function claimDue(db: Db, claims: DeliveryClaims, now: number, limit: number): readonly DeliveryClaim[] {
  return db
    .all<DeliveryRow>(`${selectDelivery} WHERE o.head = 1 AND o.due_at <= ? AND o.state = 'due' ORDER BY o.due_at LIMIT ?`, now, limit + claims.size)
    .filter((row) => !claims.isTaken(row.address))
    .slice(0, limit)
    .map((row) => ({ delivery: deliveryOf(row), fence: claims.take(row.address, row.id, questionState(db, row)) }));
}

/** Of the unclaimed rows. */
export function nextDue(db: Db, claims: DeliveryClaims): number | undefined {
  return db
    .all<{ address: string; due_at: number }>("SELECT address, due_at FROM outbox WHERE head = 1 AND state = 'due' ORDER BY due_at LIMIT ?", claims.size + 1)
    .find((row) => !claims.isTaken(row.address))?.due_at;
}

export function keepPieces({ db, claims }: Tx, claim: DeliveryClaim, pieces: readonly Piece[]): readonly Piece[] {
  const held = claims.held(addressKey(claim.delivery.to), claim.delivery.id, claim.fence);
  if (held !== undefined)
    db.run("UPDATE outbox SET pieces = ?, shown = ? WHERE id = ? AND pieces IS NULL", JSON.stringify(pieces), held.shows ?? null, claim.delivery.id);
  const kept = db.get<{ pieces: string | null }>("SELECT pieces FROM outbox WHERE id = ?", claim.delivery.id)?.pieces;
  return typeof kept === "string" ? fromJson<readonly Piece[]>(kept) : pieces;
}

export function markPosting(tx: Tx, claim: DeliveryClaim): void {
  const row = claimedRow(tx, claim);
  if (row !== undefined) tx.db.run("UPDATE outbox SET state = 'posting' WHERE n = ?", row.n);
}

export function settle(tx: Tx, claim: DeliveryClaim, outcome: Settlement): Delivery | undefined {
  const row = claimedRow(tx, claim);
  if (row === undefined) {
    freeGone(tx, claim);
    return undefined;
  }
  switch (outcome.how) {
    case "sent":
      sent(tx, row, outcome);
      break;
    case "empty":
      if (outcome.replaces !== undefined) forgetDraft(tx, row, outcome.replaces);
      close(tx, row, { state: "sent", reason: "", at: tx.now() });
      release(tx, row);
      break;
    case "later":
      tx.db.run("UPDATE outbox SET state = 'due', due_at = ?, attempts = attempts + 1, reason = ? WHERE n = ?", outcome.dueAt, outcome.reason, row.n);
      release(tx, row);
      break;
    case "refused":
    case "unknown":
      close(tx, row, { state: outcome.how === "refused" ? "failed" : "unknown", reason: outcome.reason, at: tx.now() });
      release(tx, row);
      break;
  }
  const after = deliveryRow(tx.db, row.id);
  return after && deliveryOf(after);
}

function claimedRow({ db, claims }: Tx, { delivery, fence }: DeliveryClaim): DeliveryRow | undefined {
  if (claims.held(addressKey(delivery.to), delivery.id, fence) === undefined) return undefined;
  const row = deliveryRow(db, delivery.id);
  return row?.state === "due" || row?.state === "posting" ? row : undefined;
}

/** Its thread was deleted while it was being sent. */
function freeGone(tx: Tx, { delivery, fence }: DeliveryClaim): void {
  const address = addressKey(delivery.to);
  if (tx.claims.held(address, delivery.id, fence) === undefined || deliveryRow(tx.db, delivery.id) !== undefined) return;
  tx.undo(tx.claims.free(address));
  tx.wake({ topic: "outbox" });
}

function sent(tx: Tx, row: DeliveryRow, { receipt, replaces }: Extract<Settlement, { how: "sent" }>): void {
  keepReceipt(tx, row, receipt);
  if (replaces !== undefined) forgetDraft(tx, row, replaces);
  const receipts = [...fromJson<readonly string[]>(row.receipts), receipt];
  const pieces = row.pieces === null ? 1 : fromJson<readonly Piece[]>(row.pieces).length;
  tx.db.run("UPDATE outbox SET state = 'due', receipts = ? WHERE n = ?", JSON.stringify(receipts), row.n);
  if (receipts.length < pieces) return;
  close(tx, row, { state: "sent", reason: "", at: tx.now() });
  release(tx, row);
  catchUp(tx, row, receipt);
}

/** The answer is out. A draft that was not edited into it leaves the chat by a delivery of its own, so that a kill leaves none. */
function forgetDraft(tx: Tx, row: DeliveryRow, { turn, retract }: ReplacedDraft): void {
  const { to } = deliveryOf(row);
  dropDraft(tx, turn, to);
  if (retract !== undefined) addDelivery(tx, { to, body: { kind: "retract", ...retract } }, tx.now(), null);
}

/** A copy that was being sent while its question was resolved shows it as open, and needs an update now. */
function catchUp(tx: Tx, row: DeliveryRow, receipt: string): void {
  if (row.question === null || row.shown !== "open" || questionState(tx.db, row) === "open") return;
  const thread = row.thread_id === null ? null : tx.heads.of(row.thread_id).n;
  addDelivery(tx, { to: deliveryOf(row).to, body: { kind: "update", question: row.question, receipt } }, tx.now(), thread);
}

interface End {
  readonly state: Exclude<DeliveryState, "due" | "posting">;
  readonly reason: string;
  readonly at: number;
}

function close(tx: Tx, row: DeliveryRow, { state, reason, at }: End): void {
  tx.db.run("UPDATE outbox SET state = ?, reason = ?, head = 0 WHERE n = ?", state, reason, row.n);
  setHead(tx.db, row.address);
  if (row.thread_id === null || (state === "sent" && row.again === 0)) return;
  const { body, to } = deliveryOf(row);
  addChange(tx, row.thread_id, at, {
    kind: "delivery",
    delivery: row.id,
    to,
    state,
    reason,
    ...(body.kind === "message" && { message: body.message }),
    ...((body.kind === "question" || body.kind === "update") && { question: body.question }),
  });
}

/** The address is free for its next row. */
function release(tx: Tx, row: DeliveryRow): void {
  tx.undo(tx.claims.free(row.address));
  tx.wake({ topic: "outbox" });
}

export function sendAgain(tx: Tx, reader: Reader, id: DeliveryId, at: number): boolean {
  const row = deliveryRow(tx.db, id);
  if (row === undefined || (row.state !== "unknown" && row.state !== "failed")) return false;
  const isVisible = row.thread_id === null ? reader.sees === "all" : threadNumber(tx, reader, row.thread_id) !== undefined;
  if (!isVisible) return false;
  tx.db.run("UPDATE outbox SET state = 'due', due_at = ?, attempts = 0, reason = '', again = 1 WHERE n = ?", at, row.n);
  setHead(tx.db, row.address);
  tx.wake({ topic: "outbox" });
  return true;
}

/** The longest delay of a retry. */
const longestRetryMs = 60 * 60_000;

/** Rows whose call was under way when the hub died. */
export function recoverOutbox(tx: Tx, at: number): number {
  const rows = tx.db.all<DeliveryRow>(`${selectDelivery} WHERE o.state = 'posting' ORDER BY o.n`);
  // Due later than any retry can be: the system clock was set back while the hub was down.
  tx.db.run("UPDATE outbox SET due_at = ? WHERE head = 1 AND state = 'due' AND due_at > ?", at, at + longestRetryMs);
  for (const row of rows) close(tx, row, { state: "unknown", reason: "The hub stopped while this was being sent, so it may or may not have arrived.", at });
  return rows.length;
}

function questionState(db: Db, row: DeliveryRow): QuestionState | undefined {
  if (row.question === null) return undefined;
  return db.get<{ state: QuestionState }>("SELECT state FROM questions WHERE id = ?", row.question)?.state;
}
