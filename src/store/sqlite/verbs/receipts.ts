import type { Address, Receipt } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { PostedIn } from "#domain/chat-verbs";
import type { MessageId, QuestionId } from "#domain/ids";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";
import type { DeliveryRow } from "./outbox.ts";
import { deliveryOf } from "./outbox.ts";

/** A piece is out: replies and reactions will name it. Notes and updates stand for nothing of their own. */
export function keepReceipt({ db, heads, now }: Tx, row: DeliveryRow, receipt: Receipt): void {
  const { body } = deliveryOf(row);
  if (row.thread_id === null || receipt === "" || (body.kind !== "message" && body.kind !== "question")) return;
  db.run(
    `INSERT INTO receipts (address, receipt, thread, message, question, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET thread = excluded.thread, message = excluded.message, question = excluded.question, at = excluded.at`,
    row.address,
    receipt,
    heads.of(row.thread_id).n,
    body.kind === "message" ? body.message : null,
    body.kind === "question" ? body.question : null,
    now(),
  );
}

export function postedAs(db: Db, address: Address, receipt: Receipt): PostedIn | undefined {
  const row = db.get<{ message: MessageId | null; question: QuestionId | null }>(
    "SELECT message, question FROM receipts WHERE address = ? AND receipt = ?",
    addressKey(address),
    receipt,
  );
  return row && { ...(row.message !== null && { message: row.message }), ...(row.question !== null && { question: row.question }) };
}
