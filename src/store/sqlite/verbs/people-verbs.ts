import type { Store } from "#domain/store";
import type { Tx } from "#store/sqlite/engine/tx";
import { addPerson, linkAccount, listPeople, removePerson, setRole } from "./people.ts";
import { syncPeople } from "./sync-people.ts";

/** How a verb reads or writes: in one of the store's batches. */
interface Steps {
  readonly read: <T>(query: () => T) => Promise<T>;
  readonly write: <T>(step: () => T) => Promise<T>;
}

export function peopleVerbs(tx: Tx, { read, write }: Steps): Pick<Store, "people" | "addPerson" | "linkAccount" | "setRole" | "removePerson" | "syncPeople"> {
  return {
    people: () => read(() => listPeople(tx.db)),
    addPerson: (person, audit, made) => write(() => addPerson(tx, person, [audit], made)),
    linkAccount: (person, account, audit, made) => write(() => linkAccount(tx, person, account, audit, made)),
    setRole: (person, role, audit) => write(() => setRole(tx, person, role, audit)),
    removePerson: (person, at, audit) => write(() => removePerson(tx, person, at, audit)),
    syncPeople: (people, nextId, at) => write(() => syncPeople(tx, people, nextId, at)),
  };
}
