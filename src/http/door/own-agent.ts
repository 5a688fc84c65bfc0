import type { RegisteredAgent } from "#domain/agent-card";
import { whoIs, type Actor } from "#domain/people";
import { defined } from "#lib/defined";
import type { HttpDeps } from "#http/deps";

export type AgentActor = Extract<Actor, { kind: "agent" }>;

/**
 * The registered agent of that id or name that the caller may speak as: under a person's bearer one that belongs to them, for the operator one
 * whose token came along. An agent's bearer speaks for itself alone.
 */
export async function ownAgent({ hub }: Pick<HttpDeps, "hub">, by: Actor, named: string, proof?: Actor): Promise<RegisteredAgent | undefined> {
  if (by.kind === "agent") return undefined;
  const rows = await hub.bus.agents(by);
  const agent = rows.find((row) => row.agent.goneAt === undefined && (row.agent.id === named || row.agent.name === named))?.agent;
  if (agent === undefined) return undefined;
  const belongs = by.kind === "operator" ? proof !== undefined && whoIs(proof) === agent.id : agent.owner === whoIs(by);
  return belongs ? agent : undefined;
}

/** Speaking as an agent gives nobody more than the agent's own token would: no grants, and never more than the person may. */
export function actingAs(by: Actor, agent: RegisteredAgent, proof?: Actor): AgentActor {
  const { only, maker, tokenId } = proof?.kind === "agent" ? proof : {};
  return {
    kind: "agent",
    id: agent.id,
    name: agent.displayName ?? agent.name,
    may: [],
    ...defined(by.kind === "person" ? { only, maker: { id: by.id, role: by.role }, tokenId: by.tokenId } : { only, maker, tokenId }),
  };
}
