import type { NewRecord } from "#domain/audit";
import type { ChannelId } from "#domain/channel";
import type { PersonId } from "#domain/ids";
import type { LinkCode, Pairing, PairingVerbs } from "#domain/pairing";
import type { Account, Person, Proof, Who } from "#domain/people";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";
import { addPerson, linkAccount, personById, unlinkAccount } from "./people.ts";

interface PairingRow {
  code: string;
  channel: ChannelId;
  account: Account;
  name: string;
  at: number;
  expires_at: number;
}

const columns = "code, channel, account, name, at, expires_at";

/** How a verb reads or writes: in one of the store's batches. */
interface Steps {
  readonly read: <T>(query: () => T) => Promise<T>;
  readonly write: <T>(step: () => T) => Promise<T>;
}

export function pairingVerbs(tx: Tx, { read, write }: Steps): PairingVerbs {
  return {
    pair: (pairing, most) => write(() => pair(tx, pairing, most)),
    pairings: (at) => read(() => listPairings(tx.db, at)),
    approvePairing: (use) => write(() => approvePairing(tx, use)),
    addLinkCode: (code, audit) => write(() => addLinkCode(tx, code, audit)),
    useLinkCode: (use) => write(() => useLinkCode(tx, use)),
    unlinkAccount: (account, at, by) => write(() => unlinkAccount(tx, account, at, by)),
  };
}

function pair({ db }: Tx, pairing: Pairing, most: number): Pairing | undefined {
  const { code, channel, account, name, at, expiresAt } = pairing;
  db.run("DELETE FROM pairings WHERE expires_at <= ?", at);
  const pending = db.get<PairingRow>(`SELECT ${columns} FROM pairings WHERE channel = ? AND account = ?`, channel, account);
  if (pending !== undefined) return pairingOf(pending);
  const others = db.get<{ count: number }>("SELECT count(*) AS count FROM pairings WHERE channel = ?", channel)?.count ?? 0;
  if (others >= most) return undefined;
  db.run("INSERT INTO pairings (code, channel, account, name, at, expires_at) VALUES (?, ?, ?, ?, ?, ?)", code, channel, account, name, at, expiresAt);
  return pairing;
}

function listPairings(db: Db, at: number): readonly Pairing[] {
  return db.all<PairingRow>(`SELECT ${columns} FROM pairings WHERE expires_at > ? ORDER BY at, code`, at).map(pairingOf);
}

function approvePairing(tx: Tx, use: Parameters<PairingVerbs["approvePairing"]>[0]): Pairing | undefined {
  const { db } = tx;
  const { code, at, holder, mostWrong, audit, made } = use;
  const row = db.get<PairingRow>(`SELECT ${columns} FROM pairings WHERE code = ? AND expires_at > ?`, code, at);
  if (row === undefined) {
    db.run("UPDATE pairings SET wrong = wrong + 1");
    db.run("DELETE FROM pairings WHERE wrong >= ?", mostWrong);
    return undefined;
  }
  if ("add" in holder) addPerson(tx, { ...holder.add, accounts: [row.account] }, [audit], made);
  else if (!linkAccount(tx, holder.person, row.account, audit, made)) return undefined;
  return pairingOf(row);
}

function addLinkCode({ db, chain }: Tx, { hash, person, expiresAt, madeBy, madeWith }: LinkCode, audit: NewRecord): void {
  db.run("DELETE FROM link_codes WHERE person = ?", person);
  db.run("INSERT INTO link_codes (hash, person, expires_at, made_by, made_with) VALUES (?, ?, ?, ?, ?)", hash, person, expiresAt, madeBy, madeWith ?? null);
  chain.append([audit]);
}

function useLinkCode(tx: Tx, { hash, at, account, audit }: Parameters<PairingVerbs["useLinkCode"]>[0]): Person | undefined {
  const { db } = tx;
  const row = db.get<{ person: PersonId; made_by: Who; made_with: Proof | null }>(
    "SELECT person, made_by, made_with FROM link_codes WHERE hash = ? AND expires_at > ?",
    hash,
    at,
  );
  const person = row && personById(db, row.person);
  if (row === undefined || person === undefined || person.accounts.includes(account)) return person;
  db.run("DELETE FROM link_codes WHERE hash = ?", hash);
  linkAccount(tx, person.id, account, audit(person), { madeBy: row.made_by, ...(row.made_with === null ? {} : { madeWith: row.made_with }) });
  return person;
}

function pairingOf({ code, channel, account, name, at, expires_at: expiresAt }: PairingRow): Pairing {
  return { code, channel, account, name, at, expiresAt };
}
