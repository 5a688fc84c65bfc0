import type { AgentWire } from "#protocol/agents";
import type { InvitableWire } from "#protocol/invitations";

/** Agents that only were here once: the newest of them are enough. */
const mostGone = 8;

export interface AgentList {
  /** Who is here, then who can be invited, then who was here last. */
  readonly shown: readonly { readonly agent: AgentWire; readonly name: string }[];
  readonly more: number;
}

/** The list of the right side. An agent that can be invited has one line, however often it was here. */
export function agentList(agents: readonly AgentWire[], invitable: readonly InvitableWire[]): AgentList {
  const names = new Map(invitable.map((one) => [one.agent_name, one.display_name]));
  const nameOf = (agent: AgentWire): string => agent.display_name ?? names.get(agent.agent_name ?? "") ?? agent.name;
  const online = agents.filter((agent) => agent.is_online);
  const seen = new Set(online.map((agent) => agent.agent_name));
  const inviting = agents.filter((agent) => {
    if (agent.is_online || agent.agent_name === null || seen.has(agent.agent_name)) return false;
    seen.add(agent.agent_name);
    return true;
  });
  const gone = agents.filter((agent) => !agent.is_online && agent.agent_name === null).toReversed();
  const shown = [...online, ...inviting, ...gone.slice(0, mostGone)].map((agent) => ({ agent, name: nameOf(agent) }));
  return { shown, more: Math.max(0, gone.length - mostGone) };
}
