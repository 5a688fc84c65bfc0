// Agents that can be invited, and their runs.

export interface InvitationWire {
  id: string;
  agent_name: string;
  thread_id: string;
  invited_by: string;
  started_at: string;
  joined_at: string | null;
  ended_at: string | null;
  duration_ms: number | null;
  state: "starting" | "running" | "joined" | "ended" | "refused" | "lost";
  exit_code: number | null;
  signal: string | null;
  /** Empty for a refusal, and for those who may not invite. */
  command: string;
  reason: string;
  /** The last of what it wrote. */
  output: string;
}

export interface InvitableWire {
  agent_name: string;
  display_name: string;
  description: string;
  is_invitable: boolean;
  command: string;
  timeout_seconds: number;
  max_runtime_seconds: number;
  run_as: string | null;
  environment: string[];
  health: { ok: boolean; says: string; checked_at: string } | null;
  last: InvitationWire | null;
}

export interface InvalidAgentWire {
  agent_name: string;
  why: string;
  /** What an admin's yes would put in force. */
  waits: InvitableWire | null;
}

export interface InvitedWire {
  ok: boolean;
  agent_name: string;
  reason: string;
  command_executed: string;
  invitation_id?: string;
  error?: string;
  detail?: string;
}
