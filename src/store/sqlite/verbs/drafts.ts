import type { Address, Receipt } from "#domain/channel";
import { addressKey } from "#domain/channel";
import { draftKey } from "#domain/delivery";
import type { TurnId } from "#domain/ids";
import { fromJson, type Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";
import { addDelivery } from "./outbox.ts";

export function keepDraft({ db }: Tx, turn: TurnId, address: Address, receipt: Receipt): void {
  db.run(
    "INSERT INTO drafts (turn, address, place, receipt) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET receipt = excluded.receipt",
    turn,
    addressKey(address),
    JSON.stringify(address),
    receipt,
  );
}

export function draftReceipt(db: Db, turn: TurnId, address: Address): Receipt | undefined {
  return db.get<{ receipt: Receipt }>("SELECT receipt FROM drafts WHERE turn = ? AND address = ?", turn, addressKey(address))?.receipt;
}

export function dropDraft({ db }: Tx, turn: TurnId, address: Address): void {
  db.run("DELETE FROM drafts WHERE turn = ? AND address = ?", turn, addressKey(address));
}

/** The turn is over. A chat that is not sent its answer, because it shows another thread by now, must not keep its draft. */
export function retractDrafts(tx: Tx, turn: TurnId, answered: readonly Address[], at: number): void {
  const drafts = tx.db.all<{ address: string; place: string; receipt: Receipt }>("SELECT address, place, receipt FROM drafts WHERE turn = ?", turn);
  for (const { address, place, receipt } of drafts) {
    if (answered.some((to) => addressKey(to) === address)) continue;
    const to = fromJson<Address>(place);
    addDelivery(tx, { to, body: { kind: "retract", receipt, key: draftKey(turn, to), turn, why: "left" } }, at, null);
  }
}
