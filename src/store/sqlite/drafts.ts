import type { Address, Receipt } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { TurnId } from "#domain/ids";
import type { Db } from "./db.ts";
import type { Tx } from "./tx.ts";

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
