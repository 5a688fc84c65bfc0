import { ParleyError } from "#domain/errors";
import { makerOf, type Actor } from "#domain/people";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { Access } from "#hub/hub";
import type { AccessChanges } from "./access-changes.ts";
import { accessTexts } from "./texts.ts";
import { hashOf, newSecret } from "./token-secrets.ts";

const linkLivesMs = 15 * 60_000;

/** Links that sign somebody in once: the first owner, or a person who is already known. */
export function createLoginLinks(
  { store, clock, newId, settings }: Pick<HubDeps, "store" | "clock" | "newId" | "settings">,
  { admit, record, changed, personNamed }: AccessChanges,
  hasOwner: () => Promise<boolean>,
): Pick<Access, "claimLink" | "loginLink" | "login" | "logout"> {
  const language = settings.language;
  const mayLink = (by: Actor): Promise<void> => admit(by, "tokens", "login link");
  return {
    claimLink: async (by) => {
      await mayLink(by);
      if (await hasOwner()) throw new ParleyError("NotAllowed", say(language, accessTexts.hasOwner));
      const secret = newSecret();
      const link = { hash: hashOf(secret), purpose: { kind: "claim" as const }, expiresAt: clock.now() + linkLivesMs, ...makerOf(by) };
      await store.addLink(link, record(by, { did: "claim link" }));
      return { secret, link };
    },
    loginLink: async (by, name) => {
      await mayLink(by);
      const owners = (await store.people()).filter((person) => person.role === "owner");
      const person = name === undefined ? owners[0] : await personNamed(name);
      if (person === undefined) throw new ParleyError("NoOwner", say(language, accessTexts.noOwner));
      if (name === undefined && owners.length > 1)
        throw new ParleyError("InvalidArgs", say(language, accessTexts.whichOwner, { names: owners.map((one) => one.name).join(", ") }));
      const secret = newSecret();
      const link = { hash: hashOf(secret), purpose: { kind: "login" as const, person: person.id }, expiresAt: clock.now() + linkLivesMs, ...makerOf(by) };
      await store.addLink(link, record(by, { did: "login link", person: person.name }));
      return { secret, person };
    },
    login: async (secret, name, device) => {
      const token = newSecret();
      const id = newId("tok");
      const used = await store.useLink({
        hash: hashOf(secret),
        at: clock.now(),
        name: name ?? "owner",
        newPerson: newId("per"),
        token: { id, hash: hashOf(token), ...defined({ label: device }) },
      });
      if (!used.ok) {
        const words = {
          LinkUsed: accessTexts.linkUsed,
          LinkExpired: accessTexts.linkExpired,
          LinkUnknown: accessTexts.linkUnknown,
          NotAllowed: accessTexts.hasOwner,
        };
        const sentence = used.code === "NameTaken" ? say(language, accessTexts.personNameTaken, { name: name ?? "" }) : say(language, words[used.code]);
        throw new ParleyError(used.code, sentence);
      }
      await changed(undefined);
      return { token, person: { id: used.person, name: used.name, role: used.role } };
    },
    logout: async (by, token) => {
      const kept = await store.tokenByHash(hashOf(token), clock.now());
      if (kept === undefined) return;
      await store.revokeToken(kept.id, clock.now(), record(by, { did: "logout", token: kept.id }));
      await changed(undefined);
    },
  };
}
