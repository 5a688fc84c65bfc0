import type { HubDeps } from "#hub/deps";

/** What a person with the role refused, for everybody: an agent that registers anew is a new holder, and would not be asked about. */
export interface LastingDenials {
  isDenied(key: string): Promise<boolean>;
  /** Keeps what was decided, by its key. Only an owner's, admin's or operator's no lasts; a yes of anybody who may say it ends it. */
  decided(key: string, verdict: { readonly allowed: boolean; readonly who?: string }): Promise<void>;
}

const holder = "hub";
const name = "lasting denials";
const looksBack = 5_000;

export function createLastingDenials({ store, clock }: Pick<HubDeps, "store" | "clock">): LastingDenials {
  const isDenied: LastingDenials["isDenied"] = async (key) => {
    const history = await store.backlogHistory(holder, name, { limit: looksBack });
    return history.findLast(({ body }) => body["key"] === key)?.body["denied"] === true;
  };

  const mayDenyForAll = async (who: string): Promise<boolean> =>
    who === "operator" || (await store.people()).some(({ id, role }) => id === who && (role === "owner" || role === "admin"));

  return {
    isDenied,
    decided: async (key, { allowed, who }) => {
      if (who === undefined) return;
      const denied = !allowed;
      if ((await isDenied(key)) === denied || (denied && !(await mayDenyForAll(who)))) return;
      const at = clock.now();
      await store.addBacklog(holder, name, [{ at, body: { key, denied, by: who } }]);
      await store.record([{ at, kind: "access", who, data: { did: denied ? "refused for everybody" : "no longer refused for everybody", what: key } }]);
    },
  };
}
