import type { Address, Piece, Receipt } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { Delivery, DeliveryBody, DeliveryState, NewDelivery } from "#domain/delivery";
import type { DeliveryId, QuestionId, ThreadId, TurnId } from "#domain/ids";
import type { QuestionState } from "#domain/question";
import type { Message } from "#domain/thread";
import { boundTo } from "./chats.ts";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { placeOf } from "./message-places.ts";
import type { Tx } from "#store/sqlite/engine/tx";

export interface DeliveryRow {
  n: number;
  id: DeliveryId;
  address: string;
  place: string;
  body: string;
  thread_id: ThreadId | null;
  question: QuestionId | null;
  state: DeliveryState;
  at: number;
  due_at: number;
  attempts: number;
  pieces: string | null;
  receipts: string;
  reason: string;
  again: number;
  shown: QuestionState | null;
}

export const selectDelivery = `SELECT o.n, o.id, o.address, o.place, o.body, t.id AS thread_id, o.question, o.state, o.at, o.due_at, o.attempts, o.pieces, o.receipts,
  o.reason, o.again, o.shown FROM outbox o LEFT JOIN threads t ON t.n = o.thread`;

const insert = `INSERT INTO outbox (id, address, place, body, thread, question, state, at, due_at, attempts, receipts, reason, head, again)
  VALUES (?, ?, ?, ?, ?, ?, 'due', ?, ?, 0, '[]', '', NOT EXISTS (SELECT 1 FROM outbox WHERE address = ? AND state IN ('due', 'posting')), 0)`;

/** `thread` is its number, for the change that reports a failure. */
export function addDelivery({ db, newId, wake }: Tx, { id, to, body }: NewDelivery, at: number, thread: number | null): void {
  const address = addressKey(to);
  const question = body.kind === "question" ? body.question : null;
  db.run(insert, id ?? newId("out"), address, JSON.stringify(to), JSON.stringify(body), thread, question, at, at, address);
  wake({ topic: "outbox" });
}

/** The caller's own deliveries; the thread of each is found through what it shows. */
export function addDeliveries(tx: Tx, deliveries: readonly NewDelivery[], at: number): void {
  for (const delivery of deliveries) addDelivery(tx, delivery, at, threadShown(tx, delivery.body));
}

function threadShown(tx: Tx, body: DeliveryBody): number | null {
  switch (body.kind) {
    case "message":
      return placeOf(tx, body.message)?.thread ?? null;
    case "question":
    case "update":
      return tx.db.get<{ thread: number }>("SELECT thread FROM questions WHERE id = ?", body.question)?.thread ?? null;
    case "note":
    case "retract":
      return null;
  }
}

/** To every chat bound to its thread, except the one it came from. `ends`: the turn that it is the end of. */
export function fanOut(tx: Tx, message: Message, ends?: TurnId): void {
  const head = tx.heads.of(message.thread);
  const saidIn = message.origin && addressKey(message.origin.address);
  const body: DeliveryBody = { kind: "message", message: message.id, ...(ends !== undefined && { ends }) };
  for (const to of boundTo(tx, head)) {
    if (addressKey(to) !== saidIn) addDelivery(tx, { to, body }, message.at, head.n);
  }
}

/** Makes the next open row the head of its address, after a row was reopened or closed. */
export function setHead(db: Db, address: string): void {
  db.run("UPDATE outbox SET head = 0 WHERE address = ? AND state IN ('due', 'posting') AND head = 1", address);
  db.run("UPDATE outbox SET head = 1 WHERE n = (SELECT n FROM outbox WHERE address = ? AND state IN ('due', 'posting') ORDER BY n LIMIT 1)", address);
}

export function deliveryRow(db: Db, id: DeliveryId): DeliveryRow | undefined {
  return db.get<DeliveryRow>(`${selectDelivery} WHERE o.id = ?`, id);
}

export function readDelivery(db: Db, id: DeliveryId): Delivery | undefined {
  const row = deliveryRow(db, id);
  return row && deliveryOf(row);
}

export function countDue(db: Db): number {
  return db.get<{ count: number }>("SELECT count(*) AS count FROM outbox WHERE state IN ('due', 'posting')")?.count ?? 0;
}

export function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    to: fromJson<Address>(row.place),
    body: fromJson<DeliveryBody>(row.body),
    ...(row.thread_id !== null && { thread: row.thread_id }),
    state: row.state,
    at: row.at,
    dueAt: row.due_at,
    attempts: row.attempts,
    ...(row.pieces !== null && { pieces: fromJson<readonly Piece[]>(row.pieces) }),
    receipts: fromJson<readonly Receipt[]>(row.receipts),
    reason: row.reason,
  };
}

export function copiesOf(db: Db, question: QuestionId): readonly Delivery[] {
  return db.all<DeliveryRow>(`${selectDelivery} WHERE o.question = ? ORDER BY o.n`, question).map(deliveryOf);
}
