import { ParleyError } from "#domain/errors";
import { isId } from "#domain/ids";
import { nameOf, whoIs, type Actor } from "#domain/people";
import { say } from "#lib/words";
import type { HttpDeps } from "./deps.ts";

type ClaimDeps = Pick<HttpDeps, "hub" | "language">;

/** Nobody speaks as somebody else: an id in the request must be the bearer's own. Other words there are words. */
export async function agree({ hub, language }: ClaimDeps, by: Actor, field: string, claimed: string | null | undefined): Promise<void> {
  if (claimed === null || claimed === undefined || claimed === whoIs(by)) return;
  if (!isId("agt", claimed) && !isId("per", claimed) && !isId("ses", claimed)) return;
  throw await notYours({ hub, language }, by, field, `${field} ${claimed}`);
}

/** A second token in the request must be one of the agent that it goes with. */
export async function agreeOnToken({ hub, language }: ClaimDeps, by: Actor, agent: string, token: string | null | undefined): Promise<void> {
  if (token === null || token === undefined) return;
  const holder = await hub.access.bearer(token);
  if (holder?.kind !== "agent" || holder.id !== agent) throw await notYours({ hub, language }, by, "token", `a token that is not of ${agent}`);
}

async function notYours({ hub, language }: ClaimDeps, by: Actor, field: string, about: string): Promise<ParleyError> {
  await hub.access.refuse({ who: whoIs(by), name: nameOf(by), code: "InvalidCredentials", about: about.slice(0, 200) });
  return new ParleyError("InvalidCredentials", say(language, "notYours", { field }));
}
