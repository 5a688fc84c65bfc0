import type { AgentRow, Bus } from "#hub/bus/bus";
import type { AgentWire, AgentsWire } from "#protocol/agents";
import { encodeInvalid, encodeInvitable } from "./encode-invitations.ts";

export type InvitableRows = Awaited<ReturnType<Bus["invitable"]>>;

export function encodeAgentRows(rows: readonly AgentRow[]): AgentWire[] {
  return rows.map(encodeAgent);
}

export function encodeInvitables({ entries, invalid }: InvitableRows): Omit<AgentsWire, "agents"> {
  return { invitable: entries.map(encodeInvitable), invalid_agents: invalid.map(encodeInvalid) };
}

function encodeAgent({ agent, isOnline, isInvitable, isAvailable, agentName, threads }: AgentRow): AgentWire {
  const { id, name, ide, model, description } = agent;
  return {
    id,
    name,
    display_name: agent.displayName ?? null,
    emoji: agent.emoji ?? null,
    ide,
    model,
    description,
    is_online: isOnline,
    is_invitable: isInvitable,
    is_available: isAvailable,
    agent_name: agentName ?? null,
    last_activity: agent.lastActivity,
    threads: [...threads],
  };
}
