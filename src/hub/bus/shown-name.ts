import type { AgentId } from "#domain/ids";
import { ParleyError } from "#domain/errors";
import type { Language } from "#domain/command";
import { lookAlikeKeys, mixesAlphabets } from "#lib/text/look-alike";
import { claimsRole, statesRole } from "#lib/text/role-claim";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { shownName } from "#hub/outbox/chat-parts";
import { busTexts } from "./texts.ts";
import { everyone } from "#domain/people";

/** Words that stand for Parley itself, and those that pages and chats show for the reader. */
const ours = ["parley", "hub", "operator", "system", "you", "你", "您", "系统", "枢纽"];
const ourKeys = new Set(ours.flatMap(lookAlikeKeys));

export function isReservedName(name: string): boolean {
  return lookAlikeKeys(name).some((key) => ourKeys.has(key));
}

/** An agent's lines stand under the name it chose to show: with a number behind it where that is somebody else's. */
export async function freeShownName({ store }: Pick<HubDeps, "store">, wanted: string, own: AgentId): Promise<string> {
  const [people, sessions, agents] = await Promise.all([store.people(), store.sessions(everyone), store.registeredAgents()]);
  const others = agents.filter((agent) => agent.id !== own).flatMap((agent) => [agent.name, ...(agent.displayName === undefined ? [] : [agent.displayName])]);
  const taken = new Set([...ours, ...[...people, ...sessions].map(({ name }) => name), ...others].flatMap(lookAlikeKeys));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!lookAlikeKeys(name).some((key) => taken.has(key))) return name;
  }
}

/** What a name is turned down with that would pass for another's: it mixes alphabets in one word, or has a role in brackets. */
export function misleadingName(language: Language, ...names: readonly (string | undefined)[]): ParleyError | undefined {
  return misleading(language, claimsRole, names);
}

/** The same for a name that an agent chooses, which may not state a role in any other way either. People may be called what they are called. */
export function misleadingAgentName(language: Language, ...names: readonly (string | undefined)[]): ParleyError | undefined {
  return misleading(language, statesRole, names);
}

function misleading(language: Language, isRole: (name: string) => boolean, names: readonly (string | undefined)[]): ParleyError | undefined {
  for (const name of names) {
    if (name === undefined) continue;
    const text = isRole(name) ? busTexts.nameClaimsRole : mixesAlphabets(name) ? busTexts.nameMixed : undefined;
    if (text !== undefined) return new ParleyError("BadRequest", say(language, text, { name: shownName(name) }));
  }
  return undefined;
}
