import type { NewRecord } from "#domain/audit";
import { ParleyError } from "#domain/errors";
import type { PersonId } from "#domain/ids";
import type { Account, Made, Person, Role, Who } from "#domain/people";
import type { Db } from "#store/sqlite/engine/db";
import { leaveChat } from "./chats.ts";
import { endReach } from "./end-reach.ts";
import { isNameTaken } from "./name-taken.ts";
import { nameKey } from "./names.ts";
import type { Tx } from "#store/sqlite/engine/tx";

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

export function addPerson(tx: Tx, person: Person, audit: readonly NewRecord[], made?: Made): Person {
  const name = person.name.trim();
  if (isNameTaken(tx.db, name)) throw new ParleyError("NameTaken", `The name ${name} is taken. Choose another one.`);
  tx.db.run("INSERT INTO people (id, name, name_key, role, source) VALUES (?, ?, ?, ?, ?)", person.id, name, nameKey(name), person.role, person.source);
  for (const account of person.accounts) moveAccount(tx, person.id, account, made);
  tx.chain.append(audit);
  tx.wake({ topic: "people" });
  return personById(tx.db, person.id) ?? person;
}

export function linkAccount(tx: Tx, person: PersonId, account: Account, audit: NewRecord, made?: Made): boolean {
  if (personById(tx.db, person) === undefined) return false;
  moveAccount(tx, person, account, made);
  tx.chain.append([audit]);
  tx.wake({ topic: "people" });
  return true;
}

/** With all that was made with it. One that the file lists stays: the next start would bring it back. */
export function unlinkAccount(tx: Tx, account: Account, at: number, by: Who): { readonly person: Person; readonly isInFile: boolean } | undefined {
  const row = tx.db.get<{ person: PersonId; linked_by: Who | null }>("SELECT person, linked_by FROM accounts WHERE account = ?", account);
  const person = row && personById(tx.db, row.person);
  if (person === undefined) return undefined;
  if (person.source === "config" && row?.linked_by === null) return { person, isInFile: true };
  endReach(tx, { id: account, name: account }, at, by);
  tx.wake({ topic: "people" });
  return { person, isInFile: false };
}

/** An account belongs to one person. Whoever links it anew answers for it from then on. A pairing code of it that others may have seen ends. */
export function moveAccount(tx: Tx, person: PersonId, account: Account, made?: Made): void {
  const { db } = tx;
  const before = db.get<{ person: PersonId }>("SELECT person FROM accounts WHERE account = ?", account)?.person;
  if (before !== undefined && before !== person) leaveChat(tx, account);
  db.run("DELETE FROM pairings WHERE account = ?", account);
  db.run(
    `INSERT INTO accounts (account, person, linked_by, linked_with) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET person = excluded.person, linked_by = excluded.linked_by, linked_with = excluded.linked_with`,
    account,
    person,
    made?.madeBy ?? null,
    made?.madeWith ?? null,
  );
}

export function setRole(tx: Tx, id: PersonId, role: Role, audit: NewRecord): boolean {
  const person = personById(tx.db, id);
  if (person === undefined) return false;
  if (person.role === "owner" && role !== "owner" && countOwners(tx.db) === 1) {
    throw new ParleyError("NotAllowed", `${person.name} is the only owner and must stay one. Make someone else an owner first.`);
  }
  tx.db.run("UPDATE people SET role = ? WHERE id = ?", role, id);
  tx.chain.append([audit]);
  tx.wake({ topic: "people" });
  return true;
}

export function removePerson(tx: Tx, id: PersonId, at: number, audit: NewRecord): boolean {
  const person = personById(tx.db, id);
  if (person === undefined) return false;
  if (person.role === "owner" && countOwners(tx.db) === 1) {
    throw new ParleyError("NotAllowed", `${person.name} is the only owner and cannot be removed. Make someone else an owner first.`);
  }
  tx.chain.append([audit]);
  deletePerson(tx, person, at, audit.who);
  return true;
}

export function countOwners(db: Db): number {
  return db.get<{ count: number }>("SELECT count(*) AS count FROM people WHERE role = 'owner'")?.count ?? 0;
}

/** Their messages stay; every way in that they have or made ends, and their private data is deleted. */
export function deletePerson(tx: Tx, person: Pick<Person, "id" | "name">, at: number, by: string): void {
  endReach(tx, person, at, by);
  tx.db.run("DELETE FROM people WHERE id = ?", person.id);
  tx.wake({ topic: "people" });
}
