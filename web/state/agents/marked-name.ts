import type { Words } from "#web/words/en.ts";

/** An agent that joined by itself, and so chose its own name. */
export function isJoined(id: string): boolean {
  return id.startsWith("agt_");
}

/** For lines of text, which have no room for a tag: a name that an agent chose must not pass for a person's. */
export function markedName(id: string, name: string, words: Pick<Words, "agentNamed">): string {
  return isJoined(id) ? words.agentNamed(name) : name;
}
