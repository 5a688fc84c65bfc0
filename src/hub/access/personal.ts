import { ParleyError } from "#domain/errors";
import type { PersonSettings } from "#domain/person-settings";
import type { Actor } from "#domain/people";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { pairingTexts } from "./pairing-texts.ts";

/** What people set for themselves. Everybody has their own and sees nobody else's. */
export interface Personal {
  settings(by: Actor): Promise<PersonSettings>;
  /** In place of the earlier ones. */
  change(by: Actor, settings: PersonSettings): Promise<PersonSettings>;
}

export function createPersonal({ store, settings: { language } }: Pick<HubDeps, "store" | "settings">): Personal {
  const idOf = (by: Actor) => {
    if (by.kind !== "person") throw new ParleyError("NotAllowed", say(language, pairingTexts.onlyPeople));
    return by.id;
  };
  return {
    settings: async (by) => store.personSettings(idOf(by)),
    change: async (by, settings) => {
      await store.setPersonSettings(idOf(by), settings);
      return settings;
    },
  };
}
