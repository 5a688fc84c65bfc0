import { z } from "zod";
import { threadArg } from "#http/mcp/call-parts";
import { answer, failure } from "#http/mcp/result";
import { tool, type Tool } from "#http/mcp/tool";

const agentInvite = tool({
  name: "agent_invite",
  description:
    "Invites a local command-line agent into a thread: starts the command that the operator configured for it, and returns at once. This is an explicit act: nothing is started by a mention or by itself. The agent manages its own session and connection, joins when it is ready and leaves when it is done. agent_list tells who is invitable.",
  input: z.object({
    agent_name: z.string().min(1).max(200).describe("The agent's name in the operator's configuration, as agent_name in agent_list."),
    thread_id: threadArg,
  }),
  run: async ({ deps, by }, { agent_name: agentName, thread_id: thread }) => {
    const { ok, reason, commandExecuted } = await deps.hub.bus.invite(by, "mcp", agentName, thread);
    const body = { ok, agent_name: agentName, reason, command_executed: commandExecuted };
    return ok ? answer(body) : failure(body);
  },
  // The seed's shape, whatever went wrong.
  failure: (error, { agent_name: agentName }) => ({ ok: false, agent_name: agentName, reason: error.message, command_executed: "" }),
});

export const inviteTools: readonly Tool[] = [agentInvite];
