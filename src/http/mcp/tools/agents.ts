import { z } from "zod";
import type { AgentCard, RegisteredAgent } from "#domain/agent-card";
import type { ParleyError } from "#domain/errors";
import type { JsonObject } from "#domain/json";
import type { AgentActor } from "#http/door/own-agent";
import { agentArg, asThread, objectArg, threadArg, tokenArg } from "#http/mcp/call-parts";
import { encodeDeliveryAgent } from "#http/encode/encode-task";
import { encodeAgent } from "#http/mcp/encode";
import { isoTime } from "#http/mcp/iso-time";
import { answer, failureOf, type ToolBody } from "#http/mcp/result";
import { badgeOf, speaker, speakingAgent } from "#http/mcp/identify-caller";
import { tool, type Tool, type CalledTool } from "#http/mcp/tool";
import { noThread } from "./threads.ts";
import { defined } from "#lib/defined";

/** What is longer than a name is cut by the hub. */
export const longestName = 2_000;

/** What an agent may tell of itself. */
export const cardInput = {
  description: z.string().max(4_000).optional(),
  capabilities: z.array(z.string().max(200)).max(100).optional(),
  skills: z.array(objectArg).max(100).optional().describe("Objects with id and name, and what else you know of them."),
  display_name: z.string().trim().min(1).max(longestName).optional().describe("What people see."),
  emoji: z.string().max(32).optional(),
};

const nameArg = z.string().trim().min(1).max(longestName);

export interface CardArgs {
  readonly description?: string | undefined;
  readonly capabilities?: string[] | undefined;
  readonly skills?: JsonObject[] | undefined;
  readonly display_name?: string | undefined;
  readonly emoji?: string | undefined;
}

export function cardOf({ description, capabilities, skills, display_name: displayName, emoji }: CardArgs): Partial<AgentCard> {
  return {
    ...defined({ description, capabilities, skills, displayName, emoji }),
  };
}

export const emptyCard = { description: "", capabilities: [], skills: [] } as const;

const nameOf = ({ id, name, displayName }: RegisteredAgent) => ({ agent_id: id, name, display_name: displayName ?? name });
const activityOf = ({ lastActivity, lastActivityAt }: RegisteredAgent) => ({ last_activity: lastActivity, last_activity_time: isoTime(lastActivityAt) });
const abilitiesOf = ({ capabilities, skills }: RegisteredAgent) => ({ capabilities, skills });

/** A tool that an agent calls about itself. */
function ownTool(name: string, description: string, work: (call: CalledTool, by: AgentActor, token: string | undefined) => Promise<ToolBody>): Tool {
  return tool({
    name,
    description,
    input: z.object({ agent_id: agentArg, token: tokenArg }),
    failure: notOk,
    run: async (call, claim) => answer({ ok: true, ...(await work(call, await speakingAgent(call, claim), claim.token)) }),
  });
}

const howToCreate = "thread_create needs a topic. agent_id and token may be left out: your bearer token says who you are.";

const agentRegister = tool({
  name: "agent_register",
  description:
    "Registers you under a name made of ide and model. With an agent's bearer token you stay that agent and are renamed; with a person's you become a new agent of theirs, whose token is shown this once. resume_command is optional metadata: it is kept and shown, and nothing ever runs it.",
  input: z.object({
    ide: nameArg.describe("The program you run in."),
    model: nameArg,
    ...cardInput,
    resume_command: z.string().max(2_000).optional().describe("Optional metadata. Never run."),
  }),
  run: async (call, { ide, model, resume_command: resumeCommand, ...rest }) => {
    const { agent, token } = await call.deps.hub.bus.register(call.by, {
      ...emptyCard,
      ...cardOf(rest),
      ide,
      model,
      ...defined({ resumeCommand }),
    });
    return answer({
      ...nameOf(agent),
      emoji: agent.emoji ?? null,
      alias_source: agent.aliasSource,
      token: token ?? badgeOf(call.deps.signingKey, agent.id),
      ...abilitiesOf(agent),
      ...activityOf(agent),
      thread_create_requirement: howToCreate,
      deprecation_info: {
        status: "deprecated",
        recommended_replacement: "bus_connect",
        reason: "bus_connect registers, joins and reads in one call.",
        timeline: "None: it stays.",
      },
    });
  },
});

const heartbeat = ownTool("agent_heartbeat", "Says that you are still there. Every other call says so too.", async (call, by) => {
  await call.deps.hub.bus.heartbeat(by, by.id);
  return {};
});

const resume = ownTool("agent_resume", "Comes back as the agent you were, after a lost connection.", async (call, by, token) => {
  await call.deps.hub.bus.heartbeat(by, by.id);
  const { agent, isOnline } = await call.deps.hub.bus.agent(by, by.id);
  return {
    ...nameOf(agent),
    alias_source: agent.aliasSource,
    is_online: isOnline,
    last_heartbeat: isoTime(agent.lastHeartbeat),
    ...activityOf(agent),
    thread_create_requirement: howToCreate,
    thread_create_example: {
      tool: "thread_create",
      input: { topic: "What it is about", agent_id: agent.id, token: token ?? badgeOf(call.deps.signingKey, agent.id) },
    },
  };
});

const unregister = ownTool("agent_unregister", "Leaves: your waits end and your token stops working. What you said stays.", async (call, by) => {
  await call.deps.hub.bus.unregister(by, by.id);
  return {};
});

const agentList = tool({
  name: "agent_list",
  description:
    "Every agent the hub knows: registered ones and those that can be invited. is_online is the link itself; is_invitable says that agent_invite can start it, by its agent_name; is_available is either.",
  input: z.object({}),
  run: async ({ deps: { hub }, by }) => {
    const rows = (await hub.bus.agents(by)).filter(({ agent }) => agent.goneAt === undefined).map(encodeAgent);
    return answer(hub.tasks.isOn ? [...rows, encodeDeliveryAgent()] : rows);
  },
});

const agentUpdate = tool({
  name: "agent_update",
  description: "Changes what you tell of yourself. What you send replaces what was there.",
  input: z.object({ agent_id: agentArg, token: tokenArg, ...cardInput }),
  failure: notOk,
  run: async (call, { agent_id: id, token, ...rest }) => {
    const by = await speakingAgent(call, { agent_id: id, token });
    const { agent } = await call.deps.hub.bus.update(by, by.id, cardOf(rest));
    return answer({
      ok: true,
      ...nameOf(agent),
      emoji: agent.emoji ?? null,
      description: agent.description,
      ...abilitiesOf(agent),
      ...activityOf(agent),
    });
  },
});

function notOk(error: ParleyError): ToolBody | undefined {
  const isWrong = error.code === "InvalidCredentials" || error.code === "NotFound";
  return { ok: false, ...failureOf(error), ...(isWrong ? { error: "Invalid agent_id/token" } : {}) };
}

const typing = tool({
  name: "agent_set_typing",
  description: "Shows the others that you are writing, or that you stopped.",
  input: z.object({ thread_id: threadArg, agent_id: agentArg, token: tokenArg, is_typing: z.boolean() }),
  failure: noThread,
  run: async (call, { thread_id: id, is_typing: on, ...claim }) => {
    const by = await speaker(call, claim);
    await call.deps.hub.bus.typing(by, asThread(call, id), on);
    return answer({ ok: true });
  },
});

export const agentTools: readonly Tool[] = [agentRegister, heartbeat, resume, unregister, agentList, agentUpdate, typing];
