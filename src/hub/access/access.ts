import { pageBytes } from "#domain/page";
import type { AgentId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";
import type { Access } from "#hub/hub";
import { includesTopic, type Wakes } from "#hub/wakes";
import { createAccessChanges } from "./access-changes.ts";
import type { Gate } from "./gate.ts";
import { createTokenIssuer } from "./issue-tokens.ts";
import { createLoginLinks } from "./login-links.ts";
import { createPeopleManagement } from "./manage-people.ts";
import { createPairings } from "./pairing.ts";
import type { Notices } from "./notices.ts";
import { createTokenHolders } from "./token-holder.ts";

export interface AccessControl extends Access {
  /** Drops cached identities: a name changed. */
  forget(): void;
}

export interface AccessParts {
  readonly gate: Gate;
  readonly notices: Notices;
  readonly wakes: Pick<Wakes, "on">;
  /** A join token is used: resolves when its holder is a registered agent. */
  readonly joined: (agent: AgentId) => Promise<void>;
}

/** People, tokens, login links and the audit that the owner reads. */
export function createAccess(deps: HubDeps, { gate, notices, wakes, joined }: AccessParts): AccessControl {
  const { store } = deps;
  const listeners = new Set<() => void>();
  const tellListeners = (): void => {
    for (const listener of listeners) listener();
  };
  const holders = createTokenHolders(deps, { joined, expired: tellListeners });
  let owned = false;

  const peopleChanged = (): void => {
    holders.forget();
    tellListeners();
  };

  const hasOwner = async (): Promise<boolean> => {
    owned ||= (await store.people()).some((person) => person.role === "owner");
    return owned;
  };

  const ownersChanged = (): void => {
    owned = false;
  };

  wakes.on((batch) => {
    if (!includesTopic(batch, "people")) return;
    ownersChanged();
    peopleChanged();
  });

  const changes = createAccessChanges(deps, { gate, notices, peopleChanged });

  return {
    ...holders,
    ...createLoginLinks(deps, changes, hasOwner),
    ...createPeopleManagement(deps, changes, ownersChanged),
    ...createTokenIssuer(deps, changes),
    ...createPairings(deps, changes),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refuse: async (refusal) => void (await gate.refused(refusal)),
    hasOwner,
    checkAudit: async (by) => {
      await changes.admit(by, "audit", "check the audit");
      return store.verifyAudit();
    },
    audit: async (by, page) => {
      await changes.admit(by, "audit", "read the audit");
      const [records, open] = await Promise.all([store.auditRecords({ ...page, mostBytes: pageBytes }), store.openRefusals()]);
      const last = records.at(-1);
      const more = last === undefined ? [] : await store.auditRecords({ ...page, before: last.n, limit: 1 });
      return { records, has_more: more.length > 0, open: open.map((one) => ({ ...one, count: Math.max(one.count, gate.count(one)) })) };
    },
  };
}
