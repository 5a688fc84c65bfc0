import type { InvalidEntry, Invitable, InvitableHealth, Invitation } from "#domain/invitation";
import { commandLine } from "#domain/invite-command";
import type { Invited } from "#hub/bus/bus";
import type { InvalidAgentWire, InvitableWire, InvitationWire, InvitedWire } from "#protocol/invitations";

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

export function encodeInvitation(run: Invitation): InvitationWire {
  return {
    id: run.id,
    agent_name: run.agentName,
    thread_id: run.thread,
    invited_by: run.byName,
    started_at: iso(run.at) ?? "",
    joined_at: iso(run.joinedAt),
    ended_at: iso(run.endedAt),
    duration_ms: run.endedAt === undefined ? null : run.endedAt - run.at,
    state: run.state,
    exit_code: run.exitCode ?? null,
    signal: run.signal ?? null,
    command: commandLine(run.argv),
    reason: run.reason,
    output: run.output,
  };
}

export function encodeInvitable(entry: Invitable & { readonly health?: InvitableHealth; readonly last?: Invitation }): InvitableWire {
  const { health, last } = entry;
  return {
    agent_name: entry.name,
    display_name: entry.displayName,
    description: entry.description,
    is_invitable: entry.enabled,
    command: commandLine(entry.argv),
    timeout_seconds: entry.timeoutSeconds,
    max_runtime_seconds: entry.maxRuntimeSeconds,
    run_as: entry.runAs ?? null,
    environment: [...entry.environment],
    health: health === undefined ? null : { ok: health.ok, says: health.says, checked_at: iso(health.checkedAt) ?? "" },
    last: last === undefined ? null : encodeInvitation(last),
  };
}

export function encodeInvalid({ name, why, waits, question }: InvalidEntry): InvalidAgentWire {
  return { agent_name: name, why, waits: waits === undefined ? null : encodeInvitable(waits), question: question ?? null };
}

/** The seed's four fields, and for a refusal the code and sentence that every other route gives. */
export function encodeInvited(invited: Invited): InvitedWire {
  return {
    ok: invited.ok,
    agent_name: invited.agentName,
    reason: invited.reason,
    command_executed: invited.commandExecuted,
    ...(invited.invitation === undefined ? {} : { invitation_id: invited.invitation.id }),
    ...(invited.ok ? {} : { error: invited.code ?? "NotInvitable", detail: invited.reason }),
  };
}
