import { z } from "zod";

// Agents that can be invited, and their runs.

export const invitationWire = z.object({
  id: z.string(),
  agent_name: z.string(),
  thread_id: z.string(),
  invited_by: z.string(),
  started_at: z.string(),
  joined_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  duration_ms: z.number().nullable(),
  state: z.enum(["starting", "running", "joined", "ended", "refused", "lost"]),
  exit_code: z.number().nullable(),
  signal: z.string().nullable(),
  /** Empty for a refusal, and for those who may not invite. */
  command: z.string(),
  reason: z.string(),
  /** The last of what it wrote. */
  output: z.string(),
});
export type InvitationWire = z.infer<typeof invitationWire>;

export const invitableWire = z.object({
  agent_name: z.string(),
  display_name: z.string(),
  description: z.string(),
  is_invitable: z.boolean(),
  command: z.string(),
  timeout_seconds: z.number(),
  max_runtime_seconds: z.number(),
  run_as: z.string().nullable(),
  environment: z.array(z.string()),
  health: z.object({ ok: z.boolean(), says: z.string(), checked_at: z.string() }).nullable(),
  last: invitationWire.nullable(),
});
export type InvitableWire = z.infer<typeof invitableWire>;

export const invalidAgentWire = z.object({
  agent_name: z.string(),
  why: z.string(),
  /** What an admin's yes would put in force. */
  waits: invitableWire.nullable(),
  /** The question that waits for that yes; its answer goes the way of every other question. */
  question: z.string().nullable(),
});
export type InvalidAgentWire = z.infer<typeof invalidAgentWire>;

export interface InvitedWire {
  ok: boolean;
  agent_name: string;
  reason: string;
  command_executed: string;
  invitation_id?: string;
  error?: string;
  detail?: string;
}
