import { ParleyError } from "#domain/errors";
import type { NewRecord } from "#domain/audit";
import type { JsonObject } from "#domain/json";
import { nameOf, whoIs, type Actor, type Person } from "#domain/people";
import type { Right } from "#domain/policy";
import { commonTexts } from "#lib/words/common";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { Gate } from "./gate.ts";
import type { Notices } from "./notices.ts";
import { roleNeeded } from "./role-needed.ts";
import { accessTexts } from "./texts.ts";

/** What every change of people, tokens and links has in common: the right it needs, its audit record, its notice to the owners. */
export interface AccessChanges {
  /** Throws unless the actor has the right. */
  admit(by: Actor, right: Right, what: string): Promise<void>;
  record(by: Actor, data: JsonObject): NewRecord;
  /** After the change is stored: cached identities are dropped, and the owners get the notice if there is one. */
  changed(notice: string | undefined): Promise<void>;
  /** Who made the change and where, for the notice. */
  madeBy(by: Actor): { by: string; where: string };
  /** Throws when nobody has that name. */
  personNamed(name: string): Promise<Person>;
}

export function createAccessChanges(
  { store, clock, settings, refreshPeople }: Pick<HubDeps, "store" | "clock" | "settings" | "refreshPeople">,
  { gate, notices, peopleChanged }: { readonly gate: Gate; readonly notices: Notices; readonly peopleChanged: () => void },
): AccessChanges {
  const language = settings.language;
  return {
    admit: (by, right, what) => gate.admit(by, right, { what, sentence: () => roleNeeded(language, by, "owner") }),
    record: (by, data) => ({ at: clock.now(), kind: "access", who: whoIs(by), data }),
    changed: async (notice) => {
      peopleChanged();
      await refreshPeople();
      if (notice !== undefined) await notices.tell(notice);
    },
    madeBy: (by) => placeOf(language, by),
    personNamed: async (name) => {
      const person = (await store.people()).find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (person === undefined) throw new ParleyError("NotFound", say(language, accessTexts.personUnknown, { name }));
      return person;
    },
  };
}

/** Who it was and where, for a notice. */
export function placeOf(language: TextLanguage, by: Actor): { by: string; where: string } {
  return {
    by: by.kind === "operator" ? say(language, accessTexts.theOperator) : nameOf(by),
    where: by.kind === "operator" ? say(language, commonTexts.placeShell) : say(language, commonTexts.placePageOrApi),
  };
}
