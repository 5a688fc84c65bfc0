import type { PersonId } from "#domain/ids";
import type { Account, Person } from "#domain/people";

/** Who is who, in memory: the gate reads it and never waits. */
export interface Directory {
  byAccount(account: Account): Person | undefined;
  byId(id: PersonId): Person | undefined;
  byName(name: string): Person | undefined;
  people(): readonly Person[];
  /** All at once: no reader sees half of the old people and half of the new. */
  replace(people: readonly Person[]): void;
}

export function createDirectory(people: readonly Person[] = []): Directory {
  let index = indexOf(people);
  return {
    byAccount: (account) => index.accounts.get(account),
    byId: (id) => index.ids.get(id),
    byName: (name) => index.names.get(name),
    people: () => index.people,
    replace: (next) => {
      index = indexOf(next);
    },
  };
}

function indexOf(people: readonly Person[]) {
  return {
    people: [...people],
    ids: new Map(people.map((person) => [person.id, person])),
    names: new Map(people.map((person) => [person.name, person])),
    accounts: new Map(people.flatMap((person) => person.accounts.map((account) => [account, person] as const))),
  };
}
