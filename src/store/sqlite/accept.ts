import type { ParleyError } from "#domain/errors";
import type { MessageId, RunId, TurnId } from "#domain/ids";
import type { Acceptance, Accepted } from "#domain/store";
import { bindAddress, setReach } from "./chats.ts";
import { addChange } from "./entries.ts";
import { addMessage, messageById } from "./messages.ts";
import { addDeliveries, fanOut } from "./outbox.ts";
import { takeTurnInLine } from "./reply-tokens.ts";
import { startRun } from "./runs.ts";
import { addParticipant, addThread } from "./threads.ts";
import { queueTurn, readTurn } from "./turns.ts";
import type { Tx } from "./tx.ts";

/** A refusal that is returned has written nothing; one that is thrown takes back what was written. */
export function accept(tx: Tx, what: Acceptance): Accepted | ParleyError {
  if (what.sync !== undefined) {
    if (what.key !== undefined && isKept(tx, what.key)) return seenBefore(tx, what.key);
    const refusal = takeTurnInLine(tx, what);
    if (refusal !== undefined) return refusal;
  }
  if (what.key !== undefined && !keepKey(tx, what.key, what)) return seenBefore(tx, what.key);
  if (what.thread !== undefined) addThread(tx, what.thread);
  if (what.joins !== undefined) addParticipant(tx.db, tx.heads.of(what.joins.thread), what.joins.who);
  if (what.bind !== undefined) bindAddress(tx, what.bind.address, what.bind.thread, what.at);
  if (what.reach !== undefined) setReach(tx, what.reach.account, what.reach.address);
  const message = what.message && addMessage(tx, what.message);
  if (message !== undefined && what.fan === true) fanOut(tx, message);
  if (what.change !== undefined) addChange(tx, what.change.thread, what.at, what.change.body);
  const queued = what.turn && queueTurn(tx, what.turn);
  if (what.run !== undefined) startRun(tx, what.run);
  if (what.deliveries !== undefined) addDeliveries(tx, what.deliveries, what.at);
  if (what.audit !== undefined) tx.chain.append(what.audit);
  return { seen: false, ...(message && { message }), ...queued, ...(what.run && { run: what.run.id }) };
}

/** False when the key was there. It is written first, and taken back with everything else if the rest is refused. */
function keepKey({ db }: Tx, key: string, { at, message, turn, run }: Acceptance): boolean {
  return (
    db.run(
      "INSERT OR IGNORE INTO event_keys (key, at, message, turn, run) VALUES (?, ?, ?, ?, ?)",
      key,
      at,
      message?.id ?? null,
      turn?.id ?? null,
      run?.id ?? null,
    ) > 0
  );
}

function isKept({ db }: Tx, key: string): boolean {
  return db.get("SELECT 1 FROM event_keys WHERE key = ?", key) !== undefined;
}

function seenBefore({ db }: Tx, key: string): Accepted {
  const row = db.get<{ message: MessageId | null; turn: TurnId | null; run: RunId | null }>("SELECT message, turn, run FROM event_keys WHERE key = ?", key);
  const message = typeof row?.message === "string" ? messageById(db, row.message)?.message : undefined;
  const turn = typeof row?.turn === "string" ? readTurn(db, row.turn) : undefined;
  return { seen: true, ...(message && { message }), ...(turn && { turn }), ...(typeof row?.run === "string" && { run: row.run }) };
}
