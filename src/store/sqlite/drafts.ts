import type { Address, Receipt } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { TurnId } from "#domain/ids";
import { fromJson } from "./db.ts";
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

export function takeDraft({ db }: Tx, turn: TurnId, address: Address): Receipt | undefined {
  return db.get<{ receipt: Receipt }>("DELETE FROM drafts WHERE turn = ? AND address = ? RETURNING receipt", turn, addressKey(address))?.receipt;
}

export function listDrafts(db: Db): readonly { readonly turn: TurnId; readonly address: Address; readonly receipt: Receipt }[] {
  return db
    .all<{ turn: TurnId; place: string; receipt: Receipt }>("SELECT turn, place, receipt FROM drafts ORDER BY turn")
    .map((row) => ({ turn: row.turn, address: fromJson<Address>(row.place), receipt: row.receipt }));
}
