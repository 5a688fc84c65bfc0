import type { Asked } from "#domain/command";
import type { Session } from "#domain/session";
import type { HubVerbs } from "#domain/verbs";
import { namedSession } from "./named-session.ts";
import { refusal } from "./refusal.ts";
import { sessionTexts } from "./session-texts.ts";

/** The session that was named, else the one that text typed here would go to. Throws NoSuchSession or NoSession. */
export async function meantSession(hub: HubVerbs, name: string | undefined, asked: Asked): Promise<Session> {
  if (name !== undefined) return namedSession(hub, name, asked);
  const session = await hub.current(asked.by, asked.place);
  if (session === undefined) throw refusal("NoSession", asked.language, sessionTexts.noSessionHere, { prefix: asked.prefix });
  return session;
}
