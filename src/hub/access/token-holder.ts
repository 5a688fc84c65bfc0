import type { Token } from "#domain/access";
import { isId, type AgentId } from "#domain/ids";
import type { Actor, Person } from "#domain/people";
import { defined } from "#lib/defined";
import { withCleanNames } from "#hub/bus/clean-card";
import type { HubDeps } from "#hub/deps";
import type { Access } from "#hub/hub";
import { createEnlist } from "./register-token-holder.ts";
import { createTokenExpiry } from "./token-expiry.ts";
import { hashOf } from "./token-secrets.ts";

const cacheLivesMs = 10_000;
/** More than agents and people call at the same time, or every request would be looked up. */
const maxCached = 10_000;

export interface TokenHolders extends Pick<Access, "bearer"> {
  /** Drops the cache: a name, a person or a token changed. */
  forget(): void;
}

export interface TokenHolderParts {
  /** A join token is used: resolves when its holder is a registered agent. */
  readonly joined: (agent: AgentId) => Promise<void>;
  /** Tokens that were in use have expired. */
  readonly expired: () => void;
}

/** Who holds a token, cached for a few seconds. */
export function createTokenHolders({ store, clock }: Pick<HubDeps, "store" | "clock">, parts: TokenHolderParts): TokenHolders {
  // By the token itself, which saves hashing it on every request. Only tokens that were found good are here, and only for seconds.
  const known = new Map<string, { actor: Actor; until: number }>();
  const enlist = createEnlist({ store, clock });
  const expiry = createTokenExpiry(clock, parts.expired);
  /** Counts how often the cache was dropped: what was read before is not cached after. */
  let forgotten = 0;

  const personWith = async (id: string | undefined): Promise<Person | undefined> => (await store.people()).find((one) => one.id === id);

  const actorOf = async (token: Token, isGood: () => Promise<boolean>): Promise<Actor | undefined> => {
    const { holder } = token;
    if (holder.kind === "agent") {
      // An invited one has its row by joining.
      const known = holder.only === undefined ? await enlist(holder.agent, holder.name, isGood) : await store.registeredAgent(holder.agent);
      const { displayName, name } = known === undefined ? { displayName: undefined, name: holder.name } : withCleanNames(known);
      const made = await personWith(token.madeBy);
      // Its tokens end with a person; this one is being revoked.
      if (made === undefined && token.madeBy !== undefined && isId("per", token.madeBy)) return undefined;
      const maker = made && { id: made.id, role: made.role };
      return { kind: "agent", id: holder.agent, name: displayName ?? name, may: holder.may, tokenId: token.id, ...defined({ only: holder.only, maker }) };
    }
    const person = await personWith(holder.person);
    if (person === undefined) return undefined;
    const { id, name, role } = person;
    return { kind: "person", id, name, role, tokenId: token.id, answers: holder.answers, ...defined({ login: token.login }) };
  };

  const lookUp = async (token: string, now: number): Promise<Actor | undefined> => {
    const hash = hashOf(token);
    const before = forgotten;
    const stored = await store.tokenByHash(hash, now);
    const actor = stored === undefined ? undefined : await actorOf(stored, async () => (await store.tokenByHash(hash, now)) !== undefined);
    if (actor === undefined) return undefined;
    if (actor.kind === "agent" && actor.only !== undefined) await parts.joined(actor.id);
    if (stored?.expiresAt !== undefined) expiry.watch(stored.id, stored.expiresAt);
    if (before !== forgotten) return actor;
    if (known.size >= maxCached) known.clear();
    known.set(token, { actor, until: Math.min(now + cacheLivesMs, stored?.expiresAt ?? Number.MAX_SAFE_INTEGER) });
    return actor;
  };

  return {
    forget: () => {
      known.clear();
      forgotten += 1;
    },
    bearer: (token) => {
      const now = clock.now();
      const cached = known.get(token);
      return cached !== undefined && cached.until > now ? Promise.resolve(cached.actor) : lookUp(token, now);
    },
  };
}
