import type { NewRecord } from "#domain/audit";
import { ParleyError } from "#domain/errors";
import type { PersonId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import type { Account, Person, Role } from "#domain/people";
import { endAgent, listAgents } from "./agents.ts";
import { dropBacklogs } from "./backlog.ts";
import type { Db } from "./db.ts";
import { isNameTaken } from "./name-taken.ts";
import { nameKey } from "./names.ts";
import { revokeTokensOf } from "./tokens.ts";
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
  tx.chain.append([audit]);
  deletePerson(tx, person, at, audit.who);
  return true;
}

export function countOwners(db: Db): number {
  return db.get<{ count: number }>("SELECT count(*) AS count FROM people WHERE role = 'owner'")?.count ?? 0;
}

/**
 * Their messages stay; their doors close, and what they kept for themselves goes. Their agents go with them, and so do the tokens that they
 * or their agents made, for whomever.
 */
export function deletePerson(tx: Tx, { id, name }: Pick<Person, "id" | "name">, at: number, by: string): void {
  const { db } = tx;
  const record = (data: JsonObject): NewRecord => ({ at, kind: "access", who: by, data: { ...data, removed: name } });
  const agents = listAgents(db).filter(({ owner }) => owner === id);
  for (const who of [id, ...agents.map((agent) => agent.id)])
    revokeTokensOf(tx, who, at, (token) => record({ did: "token revoked", token: token.id, holder: token.label }));
  for (const agent of agents) endAgent(tx, agent.id, at, record({ did: "agent ended", agent: agent.id, name: agent.name }));
  db.run("DELETE FROM links WHERE person = ?", id);
  db.run("DELETE FROM accounts WHERE person = ?", id);
  dropBacklogs(db, id);
  db.run("DELETE FROM people WHERE id = ?", id);
  tx.wake({ topic: "people" });
}
