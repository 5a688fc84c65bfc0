import type { NewRecord } from "#domain/audit";
import type { PersonId } from "#domain/ids";
import type { Account, Person, Role } from "#domain/people";
import { leaveChat } from "./chats.ts";
import { nameKey } from "./names.ts";
import { addPerson, deletePerson, listPeople, moveAccount } from "./people.ts";
import type { Tx } from "#store/sqlite/engine/tx";

export interface FilePerson {
  readonly name: string;
  readonly role: Role;
  readonly accounts: readonly Account[];
}

/**
 * Synchronises people with the configuration file. A person with the same name who was added by a verb is the same person: they
 * get the file's accounts and keep their role. An account that was linked by a verb stays linked.
 */
export function syncPeople(tx: Tx, file: readonly FilePerson[], newId: () => PersonId, at: number): readonly Person[] {
  const before = listPeople(tx.db);
  const linked = new Set(before.filter((person) => person.source === "store").flatMap((person) => person.accounts));
  const named = new Set(file.map((person) => nameKey(person.name)));
  for (const person of before) {
    if (person.source === "config" && !named.has(nameKey(person.name))) remove(tx, person, at);
  }
  for (const wanted of file) {
    const known = before.find((person) => nameKey(person.name) === nameKey(wanted.name));
    const accounts = wanted.accounts.filter((account) => known?.source === "store" || !linked.has(account));
    if (known === undefined) add(tx, { id: newId(), name: wanted.name, role: wanted.role, accounts, source: "config" }, at);
    else follow(tx, known, { ...wanted, accounts }, at);
  }
  return listPeople(tx.db);
}

function add(tx: Tx, person: Person, at: number): void {
  addPerson(tx, person, [record(at, "added", person)]);
}

function remove(tx: Tx, person: Person, at: number): void {
  tx.chain.append([record(at, "removed", person)]);
  deletePerson(tx, person, at, "config");
}

function follow(tx: Tx, known: Person, wanted: FilePerson, at: number): void {
  // Whoever linked it before, now the file does: it no longer ends with them.
  for (const account of wanted.accounts)
    tx.db.run("UPDATE accounts SET linked_by = NULL, linked_with = NULL WHERE account = ? AND person = ?", account, known.id);
  const role = known.source === "config" ? wanted.role : known.role;
  const gone = known.source === "config" ? listedBefore(tx, known).filter((account) => !wanted.accounts.includes(account)) : [];
  const added = wanted.accounts.filter((account) => !known.accounts.includes(account));
  if (role === known.role && gone.length === 0 && added.length === 0) return;
  tx.db.run("UPDATE people SET role = ? WHERE id = ?", role, known.id);
  for (const account of gone) {
    tx.db.run("DELETE FROM accounts WHERE account = ? AND person = ?", account, known.id);
    leaveChat(tx, account);
  }
  for (const account of added) moveAccount(tx, known.id, account);
  tx.chain.append([record(at, "changed", { ...known, role, accounts: wanted.accounts })]);
  tx.wake({ topic: "people" });
}

/** Not those that were linked since: the file says nothing about them. */
function listedBefore({ db }: Tx, { id }: Person): readonly Account[] {
  return db.all<{ account: Account }>("SELECT account FROM accounts WHERE person = ? AND linked_by IS NULL", id).map(({ account }) => account);
}

function record(at: number, what: "added" | "removed" | "changed", person: Person): NewRecord {
  return {
    at,
    kind: "access",
    who: "config",
    data: { what: `person ${what}`, person: person.id, name: person.name, role: person.role, accounts: person.accounts },
  };
}
