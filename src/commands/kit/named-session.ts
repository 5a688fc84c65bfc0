import type { Asked } from "#domain/command";
import type { Session } from "#domain/session";
import type { HubVerbs } from "#domain/verbs";
import { refusal } from "./refusal.ts";
import { commonTexts } from "#lib/words/common";

/** The session of that name among those the asker sees. Throws NoSuchSession, which points to the list and to `new`. */
export async function namedSession(hub: HubVerbs, name: string, { by, language, prefix }: Asked): Promise<Session> {
  const sessions = await hub.sessions(by);
  const session = sessions.find((candidate) => candidate.name === name);
  if (session === undefined) throw refusal("NoSuchSession", language, commonTexts.sessionMissing, { name, prefix });
  return session;
}
