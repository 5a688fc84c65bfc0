import type { IncomingMessage } from "node:http";
import { ParleyError } from "#domain/errors";
import { isId } from "#domain/ids";
import { nameOf, whoIs, type Actor } from "#domain/people";
import { say } from "#lib/words/words";
import type { HttpDeps } from "#http/deps";
import { isGiven } from "./is-given.ts";
import { actingAs, ownAgent, type AgentActor } from "./own-agent.ts";
import { badgeOf } from "#http/mcp/identify-caller";
import { httpTexts } from "#http/texts";

type ClaimDeps = Pick<HttpDeps, "hub" | "store" | "language" | "signingKey">;

/** What a request may say of its sender besides the bearer. `X-Agent-Token` is a further one. */
interface SenderClaims {
  /** The field that this route names the sender in, and what it says. */
  readonly named?: readonly [field: "author" | "creator_agent_id" | "edited_by", value: string | null | undefined];
  readonly agent_id?: string | null | undefined;
  readonly token?: string | null | undefined;
}

interface Claim {
  readonly field: string;
  readonly value: string;
}

/** What programs of the bus call a sender that has no name. */
const anybody = "human";
/** Stands for a token in a record: the token itself never does. */
const anothers = "of somebody else";

/**
 * Who a request acts for: its bearer, or under a person's bearer an agent that belongs to that person, named by its id, its name or its token.
 * Everything else that names somebody else is refused; an author that names nobody is ignored.
 */
export function senderOf(deps: ClaimDeps, by: Actor, incoming: IncomingMessage, claims: SenderClaims): Actor | Promise<Actor> {
  const { named, agent_id: id, token } = claims;
  // Nearly every request claims nothing.
  const isSilent = !isGiven(named?.[1]) && !isGiven(id) && !isGiven(token) && incoming.headers["x-agent-token"] === undefined;
  return isSilent ? by : claimedSender(deps, by, incoming, claims);
}

async function claimedSender(
  deps: ClaimDeps,
  by: Actor,
  { headers }: IncomingMessage,
  { named: [field, name] = ["author", undefined], ...claims }: SenderClaims,
): Promise<Actor> {
  const names = given([field, name], ["agent_id", claims.agent_id]);
  const tokens = given(["token", claims.token], ["X-Agent-Token", single(headers["x-agent-token"])]);
  if (names.length === 0 && tokens.length === 0) return by;
  if (by.kind !== "agent") return agentOf(deps, by, names, tokens);
  for (const claim of names) if (!isSelf(by, claim.value)) await mustNameNobody(deps, by, claim);
  for (const claim of tokens) await mustHold(deps, by, claim);
  return by;
}

/** A second token in the request must be one of the agent that it goes with. */
export async function agreeOnToken(deps: ClaimDeps, by: Actor, agent: string, token: string | null | undefined): Promise<void> {
  if (!isGiven(token)) return;
  const holder = await deps.hub.access.bearer(token);
  if (holder?.kind !== "agent" || holder.id !== agent) throw await notYours(deps, by, { field: "token", value: `that is not of ${agent}` });
}

/** All that is claimed must mean the same sender: the caller, or one agent of theirs. */
async function agentOf(deps: ClaimDeps, by: Actor, names: readonly Claim[], tokens: readonly Claim[]): Promise<Actor> {
  let found: AgentActor | undefined;
  let isCaller = false;
  const take = async (claim: Claim, agent: AgentActor): Promise<void> => {
    if (isCaller || (found !== undefined && found.id !== agent.id)) throw await notYours(deps, by, claim);
    found ??= agent;
  };
  for (const { field, value } of tokens) {
    const holder = await deps.hub.access.bearer(value);
    if (holder !== undefined && whoIs(holder) === whoIs(by)) continue;
    const agent = holder?.kind === "agent" ? await ownAgent(deps, by, holder.id, holder) : undefined;
    if (agent === undefined) throw await notYours(deps, by, { field, value: anothers });
    await take({ field, value: anothers }, actingAs(by, agent, holder));
  }
  // An id before a name: beside it the agent's display name is enough.
  for (const claim of names.toReversed()) {
    if (found !== undefined && (claim.value === found.id || claim.value === found.name)) continue;
    if (isSelf(by, claim.value)) {
      if (found !== undefined) throw await notYours(deps, by, claim);
      isCaller = true;
      continue;
    }
    const agent = await ownAgent(deps, by, claim.value, found);
    if (agent !== undefined) await take(claim, actingAs(by, agent, found));
    else await mustNameNobody(deps, by, claim);
  }
  return found ?? by;
}

async function mustHold(deps: ClaimDeps, by: AgentActor, { field, value }: Claim): Promise<void> {
  // Over MCP this is what an agent with a bearer of its own was told as its token.
  if (value === badgeOf(deps.signingKey, by.id)) return;
  const holder = await deps.hub.access.bearer(value);
  if (holder === undefined || whoIs(holder) !== by.id) throw await notYours(deps, by, { field, value: anothers });
}

async function mustNameNobody(deps: ClaimDeps, by: Actor, claim: Claim): Promise<void> {
  const isAnId = isId("agt", claim.value) || isId("per", claim.value) || isId("ses", claim.value);
  if (isAnId || (await isAnothers(deps, by, claim.value))) throw await notYours(deps, by, claim);
}

async function isAnothers({ hub, store }: ClaimDeps, by: Actor, claimed: string): Promise<boolean> {
  const word = claimed.trim().toLowerCase();
  const isCalled = (...names: readonly (string | undefined)[]): boolean => names.some((name) => name?.toLowerCase() === word);
  const agents = (await hub.bus.agents(by)).filter(({ agent }) => isCalled(agent.name, agent.displayName));
  if (agents.some(({ agent }) => agent.id === whoIs(by)) || isCalled(nameOf(by))) return false;
  return agents.length > 0 || (await store.people()).some(({ name }) => isCalled(name));
}

function isSelf(by: Actor, claimed: string): boolean {
  return claimed === whoIs(by) || claimed === nameOf(by) || claimed === anybody;
}

function given(...claims: readonly (readonly [field: string, value: string | null | undefined])[]): readonly Claim[] {
  return claims.flatMap(([field, value]) => (isGiven(value) && value !== "" ? [{ field, value }] : []));
}

function single(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}

async function notYours({ hub, language }: ClaimDeps, by: Actor, { field, value }: Claim): Promise<ParleyError> {
  await hub.access.refuse({ who: whoIs(by), name: nameOf(by), code: "InvalidCredentials", about: `${field} ${value}`.slice(0, 200) });
  return new ParleyError("InvalidCredentials", say(language, httpTexts.notYours, { field }));
}
