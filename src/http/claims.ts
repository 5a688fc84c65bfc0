import type { IncomingMessage } from "node:http";
import { ParleyError } from "#domain/errors";
import { isId } from "#domain/ids";
import { nameOf, whoIs, type Actor } from "#domain/people";
import { say } from "#lib/words";
import type { HttpDeps } from "./deps.ts";
import { isGiven } from "./given.ts";
import { badgeOf } from "./mcp/speaker.ts";

type ClaimDeps = Pick<HttpDeps, "hub" | "store" | "language" | "signingKey">;

/** What a request may say of its sender besides the bearer. */
interface Claims {
  readonly agent_id?: string | null | undefined;
  readonly token?: string | null | undefined;
}

/** What programs of the bus call whoever has no name. */
const anybody = "human";

/** Nobody speaks as somebody else: an id or a name in the request must be the bearer's own. Words that name nobody are words. */
export async function agree(deps: ClaimDeps, by: Actor, field: string, claimed: string | null | undefined): Promise<void> {
  if (!isGiven(claimed) || claimed === whoIs(by) || claimed === nameOf(by) || claimed === anybody) return;
  const isAnId = isId("agt", claimed) || isId("per", claimed) || isId("ses", claimed);
  if (isAnId || (await isAnothers(deps, by, claimed))) throw await notYours(deps, by, field, `${field} ${claimed}`);
}

/** Beside the bearer, an agent's id and token as programs of the bus send them, the token in the body or in X-Agent-Token. */
export async function agreeOnSender(deps: ClaimDeps, by: Actor, { headers }: IncomingMessage, { agent_id: id, token }: Claims): Promise<void> {
  await agree(deps, by, "agent_id", id);
  await agreeOnOwnToken(deps, by, "token", token);
  const sent = headers["x-agent-token"];
  await agreeOnOwnToken(deps, by, "X-Agent-Token", typeof sent === "string" ? sent : undefined);
}

/** A second token in the request must be one of the agent that it goes with. */
export async function agreeOnToken(deps: ClaimDeps, by: Actor, agent: string, token: string | null | undefined): Promise<void> {
  if (!isGiven(token)) return;
  const holder = await deps.hub.access.bearer(token);
  if (holder?.kind !== "agent" || holder.id !== agent) throw await notYours(deps, by, "token", `a token that is not of ${agent}`);
}

async function agreeOnOwnToken(deps: ClaimDeps, by: Actor, field: string, token: string | null | undefined): Promise<void> {
  if (!isGiven(token) || token === "") return;
  // Over MCP this is what an agent with a bearer of its own was told as its token.
  if (by.kind === "agent" && token === badgeOf(deps.signingKey, by.id)) return;
  const holder = await deps.hub.access.bearer(token);
  if (holder === undefined || whoIs(holder) !== whoIs(by)) throw await notYours(deps, by, field, "a token of somebody else");
}

async function isAnothers({ hub, store }: ClaimDeps, by: Actor, claimed: string): Promise<boolean> {
  const word = claimed.trim().toLowerCase();
  const isCalled = (...names: readonly (string | undefined)[]): boolean => names.some((name) => name?.toLowerCase() === word);
  const agents = (await hub.bus.agents(by)).filter(({ agent }) => isCalled(agent.name, agent.displayName));
  if (agents.some(({ agent }) => agent.id === whoIs(by)) || isCalled(nameOf(by))) return false;
  return agents.length > 0 || (await store.people()).some(({ name }) => isCalled(name));
}

async function notYours({ hub, language }: ClaimDeps, by: Actor, field: string, about: string): Promise<ParleyError> {
  await hub.access.refuse({ who: whoIs(by), name: nameOf(by), code: "InvalidCredentials", about: about.slice(0, 200) });
  return new ParleyError("InvalidCredentials", say(language, "notYours", { field }));
}
