import type { Account, Role } from "#domain/people";
import { formatPath, type ConfigProblem } from "./problem.ts";
import type { Settings } from "./schema.ts";

export interface ConfiguredPerson {
  readonly name: string;
  readonly role: Role;
  readonly accounts: readonly Account[];
}

const rank: Readonly<Record<Role, number>> = { member: 0, admin: 1, owner: 2 };

/**
 * Merges `people` and the `security` lists. An account in both is one person with the higher role; an account that is only in
 * `security` is a person named after the account.
 */
export function peopleOf(settings: Pick<Settings, "people" | "security">): readonly ConfiguredPerson[] {
  const listed = [...accountsIn(settings.security.allowed_users, "member"), ...accountsIn(settings.security.admins, "admin")];
  const people = settings.people.map((person) => ({ ...person, accounts: person.accounts as Account[] }));
  const named = new Set<string>(people.flatMap((person) => person.accounts));
  const others = new Map<Account, Role>();
  for (const { account, role } of listed) {
    if (!named.has(account)) others.set(account, higher(role, others.get(account) ?? "member"));
  }
  return [
    ...people.map((person) => ({
      ...person,
      role: listed.filter(({ account }) => person.accounts.includes(account)).reduce((role, entry) => higher(role, entry.role), person.role),
    })),
    ...[...others].map(([account, role]) => ({ name: account, role, accounts: [account] })),
  ];
}

/** A name and an account can belong to only one person. */
export function checkPeople(people: Settings["people"], platforms: readonly string[]): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const names = new Map<string, number>();
  const accounts = new Map<string, string>();
  for (const [i, person] of people.entries()) {
    if (names.has(person.name))
      problems.push({ path: ["people", i, "name"], sentence: `The name ${person.name} is already taken by people[${names.get(person.name)}].` });
    names.set(person.name, i);
    for (const [j, account] of person.accounts.entries()) {
      const path = ["people", i, "accounts", j];
      const platform = account.slice(0, account.indexOf(":"));
      const before = accounts.get(account);
      if (!platforms.includes(platform)) problems.push({ path, sentence: `There is no platform ${platform}. Known: ${platforms.join(", ")}.` });
      else if (before !== undefined)
        problems.push({ path, sentence: `The account ${account} is already listed at ${before}. An account belongs to one person.` });
      accounts.set(account, formatPath(path));
    }
  }
  return problems;
}

function accountsIn(lists: Readonly<Record<string, readonly string[] | undefined>>, role: Role) {
  return Object.entries(lists).flatMap(([platform, ids = []]) =>
    ids.map((id): { readonly account: Account; readonly role: Role } => ({ account: `${platform}:${id}`, role })),
  );
}

function higher(a: Role, b: Role): Role {
  return rank[a] >= rank[b] ? a : b;
}
