import type { Address } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { ThreadId } from "#domain/ids";
import type { Account } from "#domain/people";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import type { Head } from "#store/sqlite/engine/heads";
import type { Tx } from "#store/sqlite/engine/tx";

export function bindAddress({ db, heads, wake }: Tx, address: Address, thread: ThreadId, at: number): void {
  const before = boundThread(db, address);
  const head = heads.of(thread);
  db.run(
    `INSERT INTO bindings (address, place, thread, at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET place = excluded.place, thread = excluded.thread, at = excluded.at`,
    addressKey(address),
    JSON.stringify(address),
    head.n,
    at,
  );
  head.bound = undefined;
  if (before !== undefined) heads.of(before).bound = undefined;
  wake({ topic: "thread", thread, rev: head.rev });
}

/** The chats of the thread, cached. */
export function boundTo({ db }: Tx, head: Head): readonly Address[] {
  head.bound ??= addressesOf(db, head.n);
  return head.bound;
}

export function boundThread(db: Db, address: Address): ThreadId | undefined {
  return db.get<{ id: ThreadId }>("SELECT t.id FROM bindings b JOIN threads t ON t.n = b.thread WHERE b.address = ?", addressKey(address))?.id;
}

export function boundAddresses(db: Db, thread: ThreadId): readonly Address[] {
  const row = db.get<{ n: number }>("SELECT n FROM threads WHERE id = ?", thread);
  return row === undefined ? [] : addressesOf(db, row.n);
}

function addressesOf(db: Db, thread: number): readonly Address[] {
  return db.all<{ place: string }>("SELECT place FROM bindings WHERE thread = ?", thread).map((row) => fromJson<Address>(row.place));
}

export function setReach({ db }: Tx, account: Account, address: Address): void {
  db.run("INSERT INTO reach (account, place) VALUES (?, ?) ON CONFLICT DO UPDATE SET place = excluded.place", account, JSON.stringify(address));
}

/** The account is nobody's any more, or somebody else's: the chat with it alone shows no thread, and what waits for it is not sent. */
export function leaveChat({ db, heads }: Tx, account: Account): void {
  for (const address of reachOf(db, [account])) {
    const thread = boundThread(db, address);
    db.run("DELETE FROM bindings WHERE address = ?", addressKey(address));
    if (thread !== undefined) heads.of(thread).bound = undefined;
    db.run("DELETE FROM outbox WHERE address = ? AND state IN ('due', 'posting') AND state = 'due'", addressKey(address));
  }
  db.run("DELETE FROM reach WHERE account = ?", account);
}

export function reachOf(db: Db, accounts: readonly Account[]): readonly Address[] {
  return accounts.flatMap((account) => {
    const row = db.get<{ place: string }>("SELECT place FROM reach WHERE account = ?", account);
    return row === undefined ? [] : [fromJson<Address>(row.place)];
  });
}
