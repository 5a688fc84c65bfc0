import { z } from "zod";
import { invalidAgentWire, invitableWire } from "./invitations.ts";

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
  /** Where it is at the moment. */
  threads: z.array(z.string()),
});
export type AgentWire = z.infer<typeof agentWire>;

/** All of them: the list is small, and whoever has it needs no other. */
export const agentsWire = z.object({
  agents: z.array(agentWire),
  invitable: z.array(invitableWire),
  /** Entries of the operator's file that cannot be used: they are wrong, or wait for an admin's yes. */
  invalid_agents: z.array(invalidAgentWire),
});
export type AgentsWire = z.infer<typeof agentsWire>;
