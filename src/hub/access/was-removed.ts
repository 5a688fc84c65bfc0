import { isId, type TokenId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";

/** Somebody who was a person here, or an agent that ended with one: theirs, or made with a token that ended with them. */
export async function wasRemoved(deps: Pick<HubDeps, "store">, who: string): Promise<boolean> {
  const agent = isId("agt", who) ? await deps.store.registeredAgent(who) : undefined;
  if (agent?.goneAt !== undefined && agent.madeWith !== undefined && isId("tok", agent.madeWith) && (await endedWithMaker(deps, agent.madeWith))) return true;
  const person = isId("agt", who) ? agent?.owner : who;
  if (person === undefined || !isId("per", person)) return false;
  return !(await deps.store.people()).some(({ id }) => id === person);
}

/** Whether a person who was removed made the token, or one that it was made with. */
export async function endedWithMaker({ store }: Pick<HubDeps, "store">, token: TokenId): Promise<boolean> {
  const tokens = new Map<string, { readonly madeBy?: string; readonly madeWith?: string }>((await store.tokens()).map((one) => [one.id, one]));
  const people = new Set<string>((await store.people()).map(({ id }) => id));
  const seen = new Set<string>();
  for (let id: string | undefined = token; id !== undefined && !seen.has(id);) {
    seen.add(id);
    const { madeBy, madeWith }: { readonly madeBy?: string; readonly madeWith?: string } = tokens.get(id) ?? {};
    if (madeBy !== undefined && isId("per", madeBy) && !people.has(madeBy)) return true;
    id = madeWith;
  }
  return false;
}
