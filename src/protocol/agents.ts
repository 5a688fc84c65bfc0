import { z } from "zod";

/** One process that an invitation started, or the refusal to start one. */
export const invitationWire = z.object({
  id: z.string(),
  agent_name: z.string(),
  thread_id: z.string(),
  /** The name of who asked. */
  by: z.string(),
  at: z.string(),
  state: z.enum(["starting", "running", "joined", "ended", "refused", "lost"]),
  joined_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  exit_code: z.number().nullable(),
  signal: z.string().nullable(),
  duration_ms: z.number().nullable(),
  reason: z.string(),
  /** The last lines it wrote; empty unless it went wrong. */
  output: z.string(),
});
export type InvitationWire = z.infer<typeof invitationWire>;

/** Somebody who answers and drives itself: it is here, was here, or can be started by an invitation. */
export const agentWire = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string().nullable(),
  emoji: z.string().nullable(),
  ide: z.string(),
  model: z.string(),
  description: z.string(),
  is_online: z.boolean(),
  is_invitable: z.boolean(),
  is_available: z.boolean(),
  /** What an invitation takes. */
  agent_name: z.string().nullable(),
  last_activity: z.string(),
});
export type AgentWire = z.infer<typeof agentWire>;

/** An entry of the operator's file. One with a problem cannot be used: it is wrong, or waits for an admin's yes. */
export const invitableWire = z.object({
  agent_name: z.string(),
  display_name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  health: z.object({ ok: z.boolean(), says: z.string() }).nullable(),
  last: invitationWire.nullable(),
  problem: z.string().nullable(),
});
export type InvitableWire = z.infer<typeof invitableWire>;

/** All of them: the list is small, and whoever has it needs no other. */
export const agentsWire = z.object({ agents: z.array(agentWire), invitable: z.array(invitableWire) });
export type AgentsWire = z.infer<typeof agentsWire>;
