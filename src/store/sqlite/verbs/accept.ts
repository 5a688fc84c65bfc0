import type { ParleyError } from "#domain/errors";
import type { MessageId, QuestionId, RunId, TurnId } from "#domain/ids";
import type { Acceptance, Accepted } from "#domain/store";
import { bindAddress, setReach } from "./chats.ts";
import { addChange } from "./entries.ts";
import { keepKey } from "./event-keys.ts";
import { addIncoming } from "./incoming-files.ts";
import { addMessage, messageById } from "./messages.ts";
import { addDeliveries, fanOut } from "./outbox.ts";
import { outOfStep } from "./reply-tokens.ts";
import { startRun } from "./runs.ts";
import { putSession } from "./sessions.ts";
import { addParticipant, addThread } from "./threads.ts";
import { addToBatch, openBatch, queueTurn, readTurn } from "./turns.ts";
import type { ReadTx, Tx } from "#store/sqlite/engine/tx";

/** A returned refusal has written nothing; a thrown one rolls back what was written. */
export function accept(tx: Tx, what: Acceptance): Accepted | ParleyError {
  const batch = what.isBatched === true && what.turn !== undefined ? openBatch(tx.db, what.turn) : undefined;
  const made = { message: what.message?.id, turn: batch?.id ?? what.turn?.id, run: what.run?.id };
  if (what.sync !== undefined) {
    const seen = what.key === undefined ? undefined : readSeen(tx, what.key);
    if (seen !== undefined) return seen;
    const refusal = outOfStep(tx, what);
    if (refusal !== undefined) return refusal;
  }
  if (what.key !== undefined && !keepKey(tx, what.key, what.at, made)) return readSeen(tx, what.key) ?? { seen: true };
  if (what.thread !== undefined) addThread(tx, what.thread);
  if (what.joins !== undefined) addParticipant(tx.db, tx.heads.of(what.joins.thread), what.joins.who);
  if (what.bind !== undefined) bindAddress(tx, what.bind.address, what.bind.thread, what.at);
  if (what.reach !== undefined) setReach(tx, what.reach.account, what.reach.address);
  if (what.session !== undefined) putSession(tx, what.session);
  const message = what.message && addMessage(tx, batch === undefined ? what.message : { ...what.message, turn: batch.id }, what.sync?.tokenHash);
  if (what.files !== undefined) addIncoming(tx, what);
  if (message !== undefined && what.fan === true) fanOut(tx, message);
  if (what.change !== undefined) addChange(tx, what.change.thread, what.at, what.change.body);
  const queued =
    what.turn && (batch === undefined ? queueTurn(tx, what.turn, { limit: what.queueLimit, isFirst: what.isFirst }) : addToBatch(tx, batch, what.turn));
  if (what.run !== undefined) startRun(tx, what.run);
  if (what.deliveries !== undefined) addDeliveries(tx, what.deliveries, what.at);
  if (what.audit !== undefined) tx.chain.append(what.audit);
  return { seen: false, ...(message && { message }), ...queued, ...(what.run && { run: what.run.id }) };
}

/** What the first use of the key created. */
export function readSeen(look: ReadTx, key: string): Accepted | undefined {
  const { db } = look;
  const row = db.get<{ message: MessageId | null; turn: TurnId | null; run: RunId | null; question: QuestionId | null }>(
    "SELECT message, turn, run, question FROM event_keys WHERE key = ?",
    key,
  );
  if (row === undefined) return undefined;
  const message = row.message === null ? undefined : messageById(look, row.message)?.message;
  const turn = row.turn === null ? undefined : readTurn(db, row.turn);
  return {
    seen: true,
    ...(message && { message }),
    ...(turn && { turn }),
    ...(row.run !== null && { run: row.run }),
    ...(row.question !== null && { question: row.question }),
  };
}
