import type { Address, ChannelId } from "#domain/channel";
import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { Pairing } from "#domain/pairing";
import type { JoinedAccount } from "#domain/verbs";
import { makerOf, whoIs, type Account, type Actor, type Person } from "#domain/people";
import { cleanName } from "#lib/text/clean-name";
import { say } from "#lib/words/words";
import { misleadingName } from "#hub/bus/shown-name";
import type { HubDeps } from "#hub/deps";
import { noteTo } from "#hub/outbox/note-to";
import type { AccessChanges } from "./access-changes.ts";
import { newPairingCode, readPairingCode } from "./pairing-codes.ts";
import { pairingTexts } from "./pairing-texts.ts";
import { hashOf } from "./token-secrets.ts";
import { createWrongTries } from "./wrong-tries.ts";

const pairingLivesMs = 60 * 60_000;
const mostPending = 3;
const mostWrong = 5;
const linkCodeLivesMs = 10 * 60_000;

/** How accounts of chat platforms become people's: approved by an owner, or joined by the person who has both. */
export interface Pairings {
  /** The code that somebody without an entry may hand to the administrator. Undefined while too many are pending, and for a name that anybody can take. */
  offerPairing(channel: ChannelId, stranger: { readonly account: Account; readonly name: string; readonly unverified?: true }): Promise<Pairing | undefined>;
  pairings(by: Actor): Promise<readonly Pairing[]>;
  /** The account goes to the person of that name, who becomes a member if there is none. Throws NotFound for a wrong code. */
  approvePairing(by: Actor, code: string, name: string): Promise<{ readonly person: Person; readonly account: Account }>;
  /** Sends a code to that direct chat. Whoever types it with another account becomes the same person, so nobody else must see it. */
  sendLinkCode(by: Actor, to: Address, language: Language): Promise<void>;
  /**
   * With the code of a pairing, that account becomes the caller's. With a link code, the caller's account becomes the person's who made it.
   * Throws NotFound for a wrong code, RateLimited after five of them.
   */
  joinAccount(by: Actor, code: string, language: Language): Promise<JoinedAccount>;
}

type PairingDeps = Pick<HubDeps, "store" | "clock" | "newId" | "settings">;

export function createPairings(deps: PairingDeps, { admit, record, changed, madeBy }: AccessChanges): Pairings {
  const { store, clock, newId, settings } = deps;
  const hubLanguage = settings.language;
  const wrongTries = createWrongTries(clock, { most: mostWrong, windowMs: pairingLivesMs });

  const personNamed = async (name: string): Promise<Person | undefined> =>
    (await store.people()).find((one) => one.name.toLowerCase() === name.trim().toLowerCase());

  const personOf = async (account: Account): Promise<Person | undefined> => (await store.people()).find(({ accounts }) => accounts.includes(account));

  const wrongCode = (language: Language): ParleyError => new ParleyError("NotFound", say(language, pairingTexts.wrongCode));

  const checkTries = (by: Actor, language: Language): void => {
    const waitMs = wrongTries.waitFor(whoIs(by));
    if (waitMs === undefined) return;
    const seconds = Math.ceil(waitMs / 1_000);
    throw new ParleyError("RateLimited", say(language, pairingTexts.tooManyTries, { minutes: Math.ceil(seconds / 60) }), { data: { retry_after: seconds } });
  };

  const joined = async (person: Person, account: Account): Promise<void> =>
    changed(say(hubLanguage, pairingTexts.toldJoined, { name: person.name, account, prefix: settings.prefix }));

  const takePairing = async (by: Actor & { readonly kind: "person" }, { account, code }: Pairing): Promise<Person | undefined> => {
    const person = (await store.people()).find(({ id }) => id === by.id);
    if (person === undefined) return undefined;
    const audit = record(by, { did: "account linked", name: person.name, account, how: "pairing code" });
    const taken = await store.approvePairing({ code, at: clock.now(), holder: { person: person.id }, mostWrong, audit, made: makerOf(by) });
    return taken === undefined ? undefined : person;
  };

  const useLinkCode = async (by: Actor, account: Account, code: string, language: Language): Promise<Person | undefined> => {
    const before = await personOf(account);
    if (before?.source === "config") throw new ParleyError("NotAllowed", say(language, pairingTexts.accountInFile, { account, name: before.name }));
    return store.useLinkCode({
      hash: hashOf(code),
      at: clock.now(),
      account,
      audit: (person) => record(by, { did: "account linked", name: person.name, account, how: "link code", ...(before && { movedFrom: before.name }) }),
    });
  };

  return {
    offerPairing: async (channel, { account, name, unverified }) => {
      if (unverified === true) return undefined;
      const at = clock.now();
      return store.pair({ code: newPairingCode(), channel, account, name: cleanName(name), at, expiresAt: at + pairingLivesMs }, mostPending);
    },
    pairings: async (by) => {
      await admit(by, "people", "list pairing codes");
      return store.pairings(clock.now());
    },
    approvePairing: async (by, typed, name) => {
      const code = readPairingCode(typed);
      await admit(by, "people", `approve a pairing code for ${name}`);
      const misleading = misleadingName(hubLanguage, name);
      if (misleading !== undefined) throw misleading;
      const known = await personNamed(name);
      const person: Person = known ?? { id: newId("per"), name: name.trim(), role: "member", accounts: [], source: "store" };
      const audit = record(by, { did: known === undefined ? "person added" : "account linked", name: person.name, role: person.role, how: "pairing code" });
      const holder = known === undefined ? { add: person } : { person: known.id };
      const taken = await store.approvePairing({ code, at: clock.now(), holder, mostWrong, audit, made: makerOf(by) });
      if (taken === undefined) throw wrongCode(hubLanguage);
      await changed(say(hubLanguage, pairingTexts.toldPaired, { account: taken.account, name: person.name, ...madeBy(by) }));
      return { person: (await personOf(taken.account)) ?? person, account: taken.account };
    },
    sendLinkCode: async (by, to, language) => {
      if (by.kind !== "person") throw new ParleyError("NotAllowed", say(language, pairingTexts.onlyPeople));
      const code = newPairingCode();
      await store.addLinkCode(
        { hash: hashOf(code), person: by.id, expiresAt: clock.now() + linkCodeLivesMs, ...makerOf(by) },
        record(by, { did: "link code", person: by.name }),
      );
      const markdown = say(language, pairingTexts.linkCode, { code, prefix: settings.prefix, minutes: linkCodeLivesMs / 60_000 });
      await store.accept({ at: clock.now(), deliveries: [noteTo(to, markdown)] });
    },
    joinAccount: async (by, typed, language) => {
      checkTries(by, language);
      if ("unverified" in by && by.unverified === true) throw new ParleyError("NotAllowed", say(language, pairingTexts.notVerified));
      const code = readPairingCode(typed);
      const pairing = by.kind === "person" ? (await store.pairings(clock.now())).find((one) => one.code === code) : undefined;
      if (pairing !== undefined && by.kind === "person") {
        const person = await takePairing(by, pairing);
        if (person === undefined) throw wrongCode(language);
        await joined(person, pairing.account);
        return { person, account: pairing.account, isNew: true };
      }
      const account = "account" in by ? by.account : undefined;
      const person = account === undefined ? undefined : await useLinkCode(by, account, code, language);
      if (person === undefined || account === undefined) {
        wrongTries.add(whoIs(by));
        throw wrongCode(language);
      }
      const isNew = !person.accounts.includes(account);
      if (isNew) await joined(person, account);
      return { person, account, isNew };
    },
  };
}
