import { randomBytes } from "node:crypto";
import { ParleyError } from "#domain/errors";
import type { AgentId } from "#domain/ids";
import type { Actor, Person } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { Right } from "#domain/policy";
import type { Token } from "#domain/access";
import type { JsonObject } from "#domain/json";
import type { NewRecord } from "#domain/audit";
import { sha256 } from "#lib/digest";
import { say } from "#lib/words";
import { withCleanNames } from "./bus/clean-card.ts";
import { freeShownName, mixedName } from "./bus/shown-name.ts";
import type { HubDeps } from "./deps.ts";
import { createEnlist } from "./enlist.ts";
import type { Gate } from "./gate.ts";
import type { Access } from "./hub.ts";
import type { Notices } from "./notices.ts";

const linkLivesMs = 15 * 60_000;
const cacheLivesMs = 10_000;
const maxCached = 1_000;

export interface AccessControl extends Access {
  /** Forgets who tokens were: a name changed. */
  forget(): void;
  /** The same when people or tokens changed, and whoever listens is told. */
  peopleChanged(): void;
}

/** People, tokens and links. Secrets leave here once and are kept as hashes. */
export function createAccess(
  { store, clock, newId, settings, refreshPeople }: HubDeps,
  gate: Gate,
  notices: Notices,
  joined: (agent: AgentId) => Promise<void> = async () => {},
): AccessControl {
  const language = settings.language ?? "en";
  const known = new Map<string, { actor: Actor; until: number }>();
  const enlist = createEnlist({ store, clock });
  const listeners = new Set<() => void>();
  /** Counts how often everything was forgotten: what was read before is not remembered after. */
  let forgotten = 0;
  let owned = false;

  const forget = (): void => {
    known.clear();
    forgotten += 1;
  };

  const peopleChanged = (): void => {
    forget();
    for (const listener of listeners) listener();
  };

  const admit = (by: Actor, right: Right, what: string): Promise<void> =>
    gate.admit(by, right, { what, sentence: () => say(language, "roleNeeded", { role: say(language, "roleOwner"), mine: nameOf(by) }) });

  const record = (by: Actor, data: JsonObject): NewRecord => ({ at: clock.now(), kind: "access", who: whoIs(by), data });

  const changed = async (text: string | undefined): Promise<void> => {
    peopleChanged();
    await refreshPeople();
    if (text !== undefined) await notices.tell(text);
  };

  const told = (by: Actor): { by: string; where: string } => ({
    by: nameOf(by),
    where: by.kind === "operator" ? say(language, "placeShell") : say(language, "placePageOrApi"),
  });

  const personNamed = async (name: string): Promise<Person> => {
    const person = (await store.people()).find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (person === undefined) throw new ParleyError("NotFound", say(language, "personUnknown", { name }));
    return person;
  };

  const actorOf = async (token: Token, isGood: () => Promise<boolean>): Promise<Actor | undefined> => {
    const { holder } = token;
    if (holder.kind === "agent") {
      // An invited one has its row by joining.
      const known = holder.only === undefined ? await enlist(holder.agent, holder.name, isGood) : await store.registeredAgent(holder.agent);
      const { displayName, name } = known === undefined ? { displayName: undefined, name: holder.name } : withCleanNames(known);
      return { kind: "agent", id: holder.agent, name: displayName ?? name, may: holder.may, ...(holder.only === undefined ? {} : { only: holder.only }) };
    }
    const person = (await store.people()).find((one) => one.id === holder.person);
    return person === undefined ? undefined : { kind: "person", id: person.id, name: person.name, role: person.role, answers: holder.answers };
  };

  const hasOwner = async (): Promise<boolean> => {
    owned ||= (await store.people()).some((person) => person.role === "owner");
    return owned;
  };

  const mayLink = async (by: Actor): Promise<void> => admit(by, "tokens", "login link");

  return {
    forget,
    peopleChanged: () => {
      owned = false;
      peopleChanged();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    bearer: async (token) => {
      const hash = hashOf(token);
      const now = clock.now();
      const cached = known.get(hash);
      if (cached !== undefined && cached.until > now) return cached.actor;
      const before = forgotten;
      const kept = await store.tokenByHash(hash, now);
      const actor = kept === undefined ? undefined : await actorOf(kept, async () => (await store.tokenByHash(hash, now)) !== undefined);
      if (actor === undefined) return undefined;
      if (actor.kind === "agent" && actor.only !== undefined) await joined(actor.id);
      if (before !== forgotten) return actor;
      if (known.size >= maxCached) known.clear();
      known.set(hash, { actor, until: Math.min(now + cacheLivesMs, kept?.expiresAt ?? Number.MAX_SAFE_INTEGER) });
      return actor;
    },
    refuse: async (refusal) => void (await gate.refused(refusal)),
    hasOwner,
    claimLink: async (by) => {
      await mayLink(by);
      if (await hasOwner()) throw new ParleyError("NotAllowed", say(language, "hasOwner"));
      const secret = newSecret();
      const link = { hash: hashOf(secret), purpose: { kind: "claim" as const }, expiresAt: clock.now() + linkLivesMs };
      await store.addLink(link);
      return { secret, link };
    },
    loginLink: async (by, name) => {
      await mayLink(by);
      const owners = (await store.people()).filter((person) => person.role === "owner");
      const person = name === undefined ? owners[0] : await personNamed(name);
      if (person === undefined) throw new ParleyError("NoOwner", say(language, "noOwner"));
      if (name === undefined && owners.length > 1)
        throw new ParleyError("InvalidArgs", say(language, "whichOwner", { names: owners.map((one) => one.name).join(", ") }));
      const secret = newSecret();
      await store.addLink({ hash: hashOf(secret), purpose: { kind: "login", person: person.id }, expiresAt: clock.now() + linkLivesMs });
      await store.record([record(by, { did: "login link", person: person.name })]);
      return { secret, person };
    },
    login: async (secret, name) => {
      const token = newSecret();
      const id = newId("tok");
      const used = await store.useLink({
        hash: hashOf(secret),
        at: clock.now(),
        name: name ?? "owner",
        newPerson: newId("per"),
        token: { id, hash: hashOf(token) },
      });
      if (!used.ok) {
        const words = { LinkUsed: "linkUsed", LinkExpired: "linkExpired", LinkUnknown: "linkUnknown", NotAllowed: "hasOwner" } as const;
        const sentence = used.code === "NameTaken" ? say(language, "personNameTaken", { name: name ?? "" }) : say(language, words[used.code]);
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
    people: async (by) => {
      await admit(by, "people", "list people");
      return store.people();
    },
    addPerson: async (by, { name, role, accounts }) => {
      await admit(by, "people", `add ${name} as ${role}`);
      const person = await store.addPerson(
        { id: newId("per"), name, role, accounts, source: "store" },
        record(by, { did: "person added", name, role, accounts }),
      );
      await changed(
        say(language, "toldNewRole", {
          name,
          role: say(language, role === "owner" ? "roleOwner" : role === "admin" ? "roleAdmin" : "roleMember"),
          ...told(by),
        }),
      );
      return person;
    },
    linkAccount: async (by, name, account) => {
      await admit(by, "people", `link ${account} to ${name}`);
      const person = await personNamed(name);
      await store.linkAccount(person.id, account, record(by, { did: "account linked", name: person.name, account }));
      await changed(say(language, "toldAccountLinked", { account, name: person.name, ...told(by) }));
      return { ...person, accounts: [...person.accounts.filter((one) => one !== account), account] };
    },
    removePerson: async (by, name) => {
      await admit(by, "people", `remove ${name}`);
      const person = await personNamed(name);
      if (person.source === "config") throw new ParleyError("NotAllowed", say(language, "fromConfig", { name: person.name }));
      const removed = await store.removePerson(person.id, clock.now(), record(by, { did: "person removed", name: person.name }));
      owned = false;
      await changed(say(language, "toldPersonRemoved", { name: person.name, ...told(by) }));
      return removed;
    },
    createToken: async (by, holder, expiresMs) => {
      await admit(by, "tokens", "create a token");
      const secret = newSecret();
      const at = clock.now();
      const id = newId("tok");
      const expires = expiresMs === undefined ? {} : { expiresAt: at + expiresMs };
      if ("agent" in holder) {
        const mixed = mixedName(language, holder.agent);
        if (mixed !== undefined) throw mixed;
        const agent = (await store.agentNamed(holder.agent)) ?? newId("agt");
        if ((await freeShownName({ store }, holder.agent, agent)) !== holder.agent)
          throw new ParleyError("NameTaken", say(language, "agentNameTaken", { name: holder.agent }));
        const token: Token = {
          id,
          holder: { kind: "agent", agent, name: holder.agent, may: holder.may },
          label: holder.agent,
          madeBy: whoIs(by),
          at,
          ...expires,
        };
        await store.addToken(token, hashOf(secret), record(by, { did: "token created", token: id, agent: holder.agent, may: holder.may }));
        await changed(say(language, "toldNewToken", { holder: holder.agent, id, ...told(by) }));
        return { id, token: secret, agent };
      }
      const person = await personNamed(holder.person);
      const token: Token = {
        id,
        holder: { kind: "person", person: person.id, answers: holder.answers },
        label: person.name,
        madeBy: whoIs(by),
        at,
        ...expires,
      };
      await store.addToken(token, hashOf(secret), record(by, { did: "token created", token: id, person: person.name, answers: holder.answers }));
      await changed(say(language, "toldNewToken", { holder: person.name, id, ...told(by) }));
      return { id, token: secret };
    },
    issueAgentToken: async (by, agent, only) => {
      const secret = newSecret();
      const id = newId("tok");
      const token: Token = {
        id,
        holder: { kind: "agent", agent: agent.id, name: agent.name, may: [], ...(only === undefined ? {} : { only }) },
        label: agent.name,
        madeBy: whoIs(by),
        at: clock.now(),
      };
      await store.addToken(token, hashOf(secret), record(by, { did: "token created", token: id, agent: agent.name, ...(only === undefined ? {} : { only }) }));
      await changed(
        only === undefined ? say(language, "toldNewToken", { holder: agent.name, id, by: nameOf(by), where: say(language, "placeBus") }) : undefined,
      );
      return secret;
    },
    tokens: async (by) => {
      await admit(by, "tokens", "list tokens");
      return store.tokens();
    },
    revokeToken: async (by, id) => {
      await admit(by, "tokens", `revoke ${id}`);
      const token = (await store.tokens()).find((one) => one.id === id);
      const revoked = await store.revokeToken(id, clock.now(), record(by, { did: "token revoked", token: id }));
      if (revoked) await changed(say(language, "toldTokenRevoked", { id, holder: token?.label ?? "", ...told(by) }));
      return revoked;
    },
    audit: async (by, page) => {
      await admit(by, "audit", "read the audit");
      const [records, open] = await Promise.all([store.auditRecords(page), store.openRefusals()]);
      return { records, open: open.map((one) => ({ ...one, count: Math.max(one.count, gate.count(one)) })) };
    },
  };
}

/** 256 random bits. */
function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A random secret needs no slow hash: there is nothing to guess. */
export function hashOf(secret: string): string {
  return sha256(secret);
}
