import { createHmac, timingSafeEqual } from "node:crypto";
import { ParleyError } from "#domain/errors";
import type { AgentId } from "#domain/ids";
import { nameOf, whoIs, type Actor } from "#domain/people";
import { say } from "#lib/words/words";
import { actingAs, ownAgent, type AgentActor } from "#http/door/own-agent";
import type { CalledTool } from "./tool.ts";
import { httpTexts } from "#http/texts";

/** What agents of the bus send to say who they are. */
export interface ClaimedSpeaker {
  readonly agent_id?: string | undefined;
  readonly token?: string | undefined;
  readonly author?: string | undefined;
}

/**
 * Who speaks in this call. The bearer says it; whatever the arguments claim must agree with it. Under a person's bearer an
 * agent of that person's may be named: they registered it, and it is all they can become by it.
 */
export async function speaker(call: CalledTool, claim: ClaimedSpeaker): Promise<Actor> {
  const { by } = call;
  const speaks = by.kind === "agent" ? ((await isSelf(call, by, claim)) ? by : undefined) : await ofCaller(call, claim);
  if (speaks !== undefined) return speaks;
  const claimed = claim.agent_id ?? claim.author ?? "the holder of another token";
  await call.deps.hub.access.refuse({ who: whoIs(by), name: nameOf(by), code: "InvalidCredentials", about: `speak as ${claimed.slice(0, 100)}` });
  throw new ParleyError("InvalidCredentials", say(call.deps.language, httpTexts.notTheBearer));
}

/** The agent that a call is about when it names none: the speaker itself. */
export async function speakingAgent(call: CalledTool, claim: ClaimedSpeaker): Promise<AgentActor> {
  const speaks = await speaker(call, claim);
  if (speaks.kind === "agent") return speaks;
  throw new ParleyError("InvalidCredentials", say(call.deps.language, httpTexts.nameYourAgent));
}

async function isSelf(call: CalledTool, by: AgentActor, { agent_id: id, token, author }: ClaimedSpeaker): Promise<boolean> {
  if (id !== undefined && id !== by.id) return false;
  if (token !== undefined && !(await isTokenOf(call, by.id, token))) return false;
  return author === undefined || author === by.id || author === by.name || (await namesOf(call, by.id)).includes(author);
}

async function ofCaller(call: CalledTool, { agent_id: id, token, author }: ClaimedSpeaker): Promise<Actor | undefined> {
  const { by } = call;
  const holder = token === undefined ? undefined : await call.deps.hub.access.bearer(token);
  if (token !== undefined && holder?.kind !== "agent") return undefined;
  const named = id ?? (author === undefined || isOwnName(by, author) ? holder && whoIs(holder) : author);
  if (named === undefined) return by;
  if (holder !== undefined && whoIs(holder) !== named) return undefined;
  const agent = await ownAgent(call.deps, by, named, holder);
  if (agent === undefined || (author !== undefined && author !== agent.id && author !== agent.name && author !== agent.displayName)) return undefined;
  return actingAs(by, agent, holder);
}

/** `human` is what the bus calls a person who posts. */
function isOwnName(by: Actor, author: string): boolean {
  return author === whoIs(by) || author === nameOf(by) || author === "human";
}

async function namesOf({ deps, by }: CalledTool, id: AgentId): Promise<readonly string[]> {
  try {
    const { agent } = await deps.hub.bus.agent(by, id);
    return [agent.name, ...(agent.displayName === undefined ? [] : [agent.displayName])];
  } catch (cause) {
    if (cause instanceof ParleyError && cause.code === "NotFound") return [];
    throw cause;
  }
}

async function isTokenOf({ deps, bearer }: CalledTool, id: AgentId, token: string): Promise<boolean> {
  if (token === bearer || same(token, badgeOf(deps.signingKey, id))) return true;
  const holder = await deps.hub.access.bearer(token);
  return holder?.kind === "agent" && holder.id === id;
}

/**
 * What an agent that came with its own bearer is told as its `token`: agents of the bus send it back as an argument. It opens
 * nothing; only beside the bearer of the same agent it means anything, so a model may see it.
 */
export function badgeOf(signingKey: Buffer, id: AgentId): string {
  return createHmac("sha256", signingKey).update("agent-badge\0").update(id).digest("hex");
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
