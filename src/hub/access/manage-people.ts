import { ParleyError } from "#domain/errors";
import { makerOf, whoIs } from "#domain/people";
import { defined } from "#lib/defined";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import { misleadingName } from "#hub/bus/shown-name";
import type { HubDeps } from "#hub/deps";
import type { Access } from "#hub/hub";
import type { AccessChanges } from "./access-changes.ts";
import { pairingTexts } from "./pairing-texts.ts";
import { accessTexts } from "./texts.ts";

const roleTexts = { owner: commonTexts.roleOwner, admin: commonTexts.roleAdmin, member: commonTexts.roleMember } as const;

/** Lists, adds and removes people, and links chat accounts to them. */
export function createPeopleManagement(
  { store, policy, clock, newId, settings }: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "settings">,
  { admit, record, changed, madeBy, personNamed }: AccessChanges,
  ownersChanged: () => void,
): Pick<Access, "people" | "who" | "addPerson" | "linkAccount" | "setRole" | "unlinkAccount" | "removePerson"> {
  const language = settings.language;
  return {
    people: async (by) => {
      await admit(by, "people", "list people");
      return store.people();
    },
    who: async (by) => {
      if (by.kind === "guest") return [];
      const seesAccounts = policy.decide(by, "people").verdict === "allow";
      return (await store.people()).map((one) => (seesAccounts || one.id === whoIs(by) ? one : { ...one, accounts: [] }));
    },
    addPerson: async (by, { name, role, accounts }) => {
      await admit(by, "people", `add ${name} as ${role}`);
      const misleading = misleadingName(language, name);
      if (misleading !== undefined) throw misleading;
      const moved = (await store.people()).flatMap((one) =>
        accounts.filter((account) => one.accounts.includes(account)).map((account) => ({ account, before: one.name })),
      );
      const person = await store.addPerson(
        { id: newId("per"), name, role, accounts, source: "store" },
        record(by, { did: "person added", name, role, accounts }),
        makerOf(by),
      );
      await changed(
        say(language, accessTexts.toldNewRole, {
          name,
          role: say(language, roleTexts[role]),
          ...madeBy(by),
        }),
      );
      for (const one of moved) await changed(say(language, accessTexts.toldAccountMoved, { ...one, name, ...madeBy(by) }));
      return person;
    },
    linkAccount: async (by, name, account) => {
      await admit(by, "people", `link ${account} to ${name}`);
      const person = await personNamed(name);
      const movedFrom = (await store.people()).find(({ id, accounts }) => id !== person.id && accounts.includes(account))?.name;
      const did = record(by, { did: "account linked", name: person.name, account, ...defined({ movedFrom }) });
      await store.linkAccount(person.id, account, did, makerOf(by));
      const values = { account, name: person.name, ...madeBy(by) };
      await changed(
        movedFrom === undefined
          ? say(language, accessTexts.toldAccountLinked, values)
          : say(language, accessTexts.toldAccountMoved, { ...values, before: movedFrom }),
      );
      return { person: { ...person, accounts: [...person.accounts.filter((one) => one !== account), account] }, ...defined({ movedFrom }) };
    },
    setRole: async (by, name, role) => {
      await admit(by, "people", `make ${name} ${role}`);
      const person = await personNamed(name);
      if (person.source === "config") throw new ParleyError("NotAllowed", say(language, accessTexts.fromConfig, { name: person.name }));
      if (person.role === role) return person;
      await store.setRole(person.id, role, record(by, { did: "role changed", name: person.name, role, before: person.role }));
      ownersChanged();
      await changed(say(language, accessTexts.toldRoleChanged, { name: person.name, role: say(language, roleTexts[role]), ...madeBy(by) }));
      return { ...person, role };
    },
    unlinkAccount: async (by, account, spoken = language) => {
      const holder = (await store.people()).find(({ accounts }) => accounts.includes(account));
      if (by.kind !== "person" || holder?.id !== by.id) await admit(by, "people", `unlink ${account}`);
      const unlinked = await store.unlinkAccount(account, clock.now(), whoIs(by));
      if (unlinked === undefined) throw new ParleyError("NotFound", say(spoken, accessTexts.accountUnknown, { account, prefix: settings.prefix }));
      const { person, isInFile } = unlinked;
      if (isInFile) throw new ParleyError("NotAllowed", say(spoken, pairingTexts.accountInFile, { account, name: person.name }));
      ownersChanged();
      await changed(say(language, accessTexts.toldAccountUnlinked, { account, name: person.name, by: madeBy(by).by }));
      return { ...person, accounts: person.accounts.filter((one) => one !== account) };
    },
    removePerson: async (by, name) => {
      await admit(by, "people", `remove ${name}`);
      const person = await personNamed(name);
      if (person.source === "config") throw new ParleyError("NotAllowed", say(language, accessTexts.fromConfig, { name: person.name }));
      const removed = await store.removePerson(person.id, clock.now(), record(by, { did: "person removed", name: person.name }));
      ownersChanged();
      await changed(say(language, accessTexts.toldPersonRemoved, { name: person.name, ...madeBy(by) }));
      return removed;
    },
  };
}
