import type { NewRecord } from "#domain/audit";
import { ParleyError } from "#domain/errors";
import type { PersonId } from "#domain/ids";
import type { Account, Person, Role } from "#domain/people";
import { dropBacklogs } from "./backlog.ts";
import type { Db } from "./db.ts";
import { isReserved, nameKey } from "./names.ts";
import type { Tx } from "./tx.ts";

interface PersonRow {
  id: PersonId;
  name: string;
  role: Role;
  source: Person["source"];
}

export function listPeople(db: Db): readonly Person[] {
  return db.all<PersonRow>("SELECT id, name, role, source FROM people ORDER BY id").map((row) => personOf(db, row));
}

export function personById(db: Db, id: PersonId): Person | undefined {
  const row = db.get<PersonRow>("SELECT id, name, role, source FROM people WHERE id = ?", id);
  return row && personOf(db, row);
}

function personOf(db: Db, row: PersonRow): Person {
  const accounts = db.all<{ account: Account }>("SELECT account FROM accounts WHERE person = ? ORDER BY account", row.id).map(({ account }) => account);
  return { id: row.id, name: row.name, role: row.role, accounts, source: row.source };
}

export function addPerson(tx: Tx, person: Person, audit: readonly NewRecord[]): Person {
  const name = person.name.trim();
  if (isNameTaken(tx.db, name)) throw new ParleyError("NameTaken", `The name ${name} is taken. Choose another one.`);
  tx.db.run("INSERT INTO people (id, name, name_key, role, source) VALUES (?, ?, ?, ?, ?)", person.id, name, nameKey(name), person.role, person.source);
  for (const account of person.accounts) moveAccount(tx.db, person.id, account);
  tx.chain.append(audit);
  tx.wake({ topic: "people" });
  return personById(tx.db, person.id) ?? person;
}

export function isNameTaken(db: Db, name: string): boolean {
  return isReserved(name) || db.get("SELECT 1 FROM people WHERE name_key = ?", nameKey(name)) !== undefined;
}

export function linkAccount(tx: Tx, person: PersonId, account: Account, audit: NewRecord): boolean {
  if (personById(tx.db, person) === undefined) return false;
  moveAccount(tx.db, person, account);
  tx.chain.append([audit]);
  tx.wake({ topic: "people" });
  return true;
}

/** An account belongs to one person. */
export function moveAccount(db: Db, person: PersonId, account: Account): void {
  db.run("INSERT INTO accounts (account, person) VALUES (?, ?) ON CONFLICT DO UPDATE SET person = excluded.person", account, person);
}

export function removePerson(tx: Tx, id: PersonId, at: number, audit: NewRecord): boolean {
  const person = personById(tx.db, id);
  if (person === undefined) return false;
  if (person.role === "owner" && countOwners(tx.db) === 1) {
    throw new ParleyError("NotAllowed", `${person.name} is the only owner and cannot be removed. Make somebody else an owner first.`);
  }
  deletePerson(tx.db, id, at);
  tx.chain.append([audit]);
  tx.wake({ topic: "people" });
  return true;
}

export function countOwners(db: Db): number {
  return db.get<{ count: number }>("SELECT count(*) AS count FROM people WHERE role = 'owner'")?.count ?? 0;
}

/** Their messages stay; their doors close, and what they kept for themselves goes. */
export function deletePerson(db: Db, id: PersonId, at: number): void {
  db.run("UPDATE tokens SET revoked_at = ? WHERE holder_id = ? AND revoked_at IS NULL", at, id);
  db.run("DELETE FROM links WHERE person = ?", id);
  db.run("DELETE FROM accounts WHERE person = ?", id);
  dropBacklogs(db, id);
  db.run("DELETE FROM people WHERE id = ?", id);
}
