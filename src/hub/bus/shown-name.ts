import type { AgentId } from "#domain/ids";
import { ParleyError } from "#domain/errors";
import type { Language } from "#domain/command";
import { lookKeys, mixesAlphabets } from "#lib/look-alike";
import { say } from "#lib/words";
import type { HubDeps } from "#hub/deps";
import { shownName } from "#hub/show";

/** Words that stand for Parley itself. */
const ours = ["parley", "hub", "operator", "system"];

/** An agent's lines stand under the name it chose to show: with a number behind it where that is somebody else's. */
export async function freeShownName({ store }: Pick<HubDeps, "store">, wanted: string, own: AgentId): Promise<string> {
  const [people, sessions, agents] = await Promise.all([store.people(), store.sessions({ sees: "all" }), store.registeredAgents()]);
  const others = agents.filter((agent) => agent.id !== own).flatMap((agent) => [agent.name, ...(agent.displayName === undefined ? [] : [agent.displayName])]);
  const taken = new Set([...ours, ...[...people, ...sessions].map(({ name }) => name), ...others].flatMap(lookKeys));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!lookKeys(name).some((key) => taken.has(key))) return name;
  }
}

/** What a name is turned down with that mixes alphabets in one word. */
export function mixedName(language: Language, ...names: readonly (string | undefined)[]): ParleyError | undefined {
  const name = names.find((one) => one !== undefined && mixesAlphabets(one));
  return name === undefined ? undefined : new ParleyError("BadRequest", say(language, "nameMixed", { name: shownName(name) }));
}
