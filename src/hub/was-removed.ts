import { isId } from "#domain/ids";
import type { HubDeps } from "./deps.ts";

/** Somebody who was a person here, or an agent that one had registered. */
export async function wasRemoved({ store }: Pick<HubDeps, "store">, who: string): Promise<boolean> {
  const person = isId("agt", who) ? (await store.registeredAgent(who))?.owner : who;
  if (person === undefined || !isId("per", person)) return false;
  return !(await store.people()).some(({ id }) => id === person);
}
