import type { AgentId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";

/** Words that stand for Parley itself. */
const ours = ["parley", "hub", "operator", "system"];

/** An agent's lines stand under the name it chose to show: with a number behind it where that is somebody else's. */
export async function freeShownName({ store }: Pick<HubDeps, "store">, wanted: string, own: AgentId): Promise<string> {
  const [people, sessions, agents] = await Promise.all([store.people(), store.sessions({ sees: "all" }), store.registeredAgents()]);
  const others = agents.filter((agent) => agent.id !== own).flatMap((agent) => [agent.name, ...(agent.displayName === undefined ? [] : [agent.displayName])]);
  const taken = new Set([...ours, ...[...people, ...sessions].map(({ name }) => keyOf(name)), ...others.map(keyOf)]);
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.has(keyOf(name))) return name;
  }
}

/** Two names that people would take for one have the same key; characters that nobody sees make no difference. */
function keyOf(name: string): string {
  return name
    .normalize("NFKC")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
