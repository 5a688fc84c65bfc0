import type { Address } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { Listening } from "#domain/chat-verbs";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";

export function listening(db: Db, address: Address): Listening {
  return db.get<{ listens: Listening }>("SELECT listens FROM rooms WHERE address = ?", addressKey(address))?.listens ?? "mentions";
}

export function setListening({ db }: Tx, address: Address, to: Listening): void {
  db.run("INSERT INTO rooms (address, listens) VALUES (?, ?) ON CONFLICT DO UPDATE SET listens = excluded.listens", addressKey(address), to);
}
