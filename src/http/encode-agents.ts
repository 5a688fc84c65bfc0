import type { Invitation } from "#domain/invitation";
import type { AgentRow, Bus } from "#hub/bus/bus";
import type { AgentWire, AgentsWire, InvitableWire, InvitationWire } from "#protocol/agents";

const iso = (at: number): string => new Date(at).toISOString();
const isoOrNull = (at: number | undefined): string | null => (at === undefined ? null : iso(at));

type InvitableRows = Awaited<ReturnType<Bus["invitable"]>>;

export function encodeAgents(rows: readonly AgentRow[], invitable: InvitableRows): AgentsWire {
  return { agents: rows.map(encodeAgent), invitable: encodeInvitable(invitable) };
}

function encodeAgent({ agent, isOnline, isInvitable, isAvailable, agentName }: AgentRow): AgentWire {
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
  };
}

/** First those that stand, then those that cannot be used and why. */
function encodeInvitable({ entries, invalid }: InvitableRows): InvitableWire[] {
  const standing = entries.map(({ name, displayName, description, enabled, health, last }): InvitableWire => {
    return {
      agent_name: name,
      display_name: displayName,
      description,
      enabled,
      health: health === undefined ? null : { ok: health.ok, says: health.says },
      last: last === undefined ? null : encodeInvitation(last),
      problem: null,
    };
  });
  const wrong = invalid.map(({ name, why }): InvitableWire => {
    return { agent_name: name, display_name: name, description: "", enabled: false, health: null, last: null, problem: why };
  });
  return [...standing, ...wrong];
}

export function encodeInvitation(invitation: Invitation): InvitationWire {
  const { id, agentName, thread, byName, at, state, joinedAt, endedAt, exitCode, signal, reason, output } = invitation;
  return {
    id,
    agent_name: agentName,
    thread_id: thread,
    by: byName,
    at: iso(at),
    state,
    joined_at: isoOrNull(joinedAt),
    ended_at: isoOrNull(endedAt),
    exit_code: exitCode ?? null,
    signal: signal ?? null,
    duration_ms: endedAt === undefined ? null : endedAt - at,
    reason,
    output: wentWrong(invitation) ? output : "",
  };
}

function wentWrong({ state, exitCode, signal }: Invitation): boolean {
  return state === "lost" || (state === "ended" && (exitCode !== 0 || signal !== undefined));
}
