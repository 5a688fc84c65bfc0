import { z } from "zod";
import type { AgentCard } from "#domain/agent-card";
import type { ParleyError } from "#domain/errors";
import type { JsonObject } from "#domain/json";
import { agentArg, asThread, objectArg, threadArg, tokenArg } from "#http/mcp/call-parts";
import { encodeAgent } from "#http/mcp/encode";
import { moment } from "#http/mcp/moment";
import { answer, failureOf, type Body } from "#http/mcp/result";
import { badgeOf, speaker, speakingAgent } from "#http/mcp/speaker";
import { tool, type Tool } from "#http/mcp/tool";
import { noThread } from "./threads.ts";

/** What an agent may tell of itself. */
export const cardInput = {
  description: z.string().max(4_000).optional(),
  capabilities: z.array(z.string().max(200)).max(100).optional(),
  skills: z.array(objectArg).max(100).optional().describe("Objects with id and name, and what else you know of them."),
  display_name: z.string().trim().min(1).max(64).optional().describe("What people see."),
  emoji: z.string().max(32).optional(),
};

const nameArg = z.string().trim().min(1).max(100);

export interface CardArgs {
  readonly description?: string | undefined;
  readonly capabilities?: string[] | undefined;
  readonly skills?: JsonObject[] | undefined;
  readonly display_name?: string | undefined;
  readonly emoji?: string | undefined;
}

export function cardOf({ description, capabilities, skills, display_name: displayName, emoji }: CardArgs): Partial<AgentCard> {
  return {
    ...(description === undefined ? {} : { description }),
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(skills === undefined ? {} : { skills }),
    ...(displayName === undefined ? {} : { displayName }),
    ...(emoji === undefined ? {} : { emoji }),
  };
}

export const emptyCard = { description: "", capabilities: [], skills: [] } as const;

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
      ...(resumeCommand === undefined ? {} : { resumeCommand }),
    });
    return answer({
      agent_id: agent.id,
      name: agent.name,
      display_name: agent.displayName ?? agent.name,
      emoji: agent.emoji ?? null,
      alias_source: agent.aliasSource,
      token: token ?? badgeOf(call.deps.signingKey, agent.id),
      capabilities: agent.capabilities,
      skills: agent.skills,
      last_activity: agent.lastActivity,
      last_activity_time: moment(agent.lastActivityAt),
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

const heartbeat = tool({
  name: "agent_heartbeat",
  description: "Says that you are still there. Every other call says so too.",
  input: z.object({ agent_id: agentArg, token: tokenArg }),
  failure: notOk,
  run: async (call, claim) => {
    const by = await speakingAgent(call, claim);
    await call.deps.hub.bus.heartbeat(by, by.id);
    return answer({ ok: true });
  },
});

const resume = tool({
  name: "agent_resume",
  description: "Comes back as the agent you were, after a lost connection.",
  input: z.object({ agent_id: agentArg, token: tokenArg }),
  failure: notOk,
  run: async (call, claim) => {
    const by = await speakingAgent(call, claim);
    await call.deps.hub.bus.heartbeat(by, by.id);
    const { agent, isOnline } = await call.deps.hub.bus.agent(by, by.id);
    return answer({
      ok: true,
      agent_id: agent.id,
      name: agent.name,
      display_name: agent.displayName ?? agent.name,
      alias_source: agent.aliasSource,
      is_online: isOnline,
      last_heartbeat: moment(agent.lastHeartbeat),
      last_activity: agent.lastActivity,
      last_activity_time: moment(agent.lastActivityAt),
      thread_create_requirement: howToCreate,
      thread_create_example: {
        tool: "thread_create",
        input: { topic: "What it is about", agent_id: agent.id, token: claim.token ?? badgeOf(call.deps.signingKey, agent.id) },
      },
    });
  },
});

const unregister = tool({
  name: "agent_unregister",
  description: "Leaves: your waits end and your token stops working. What you said stays.",
  input: z.object({ agent_id: agentArg, token: tokenArg }),
  failure: notOk,
  run: async (call, claim) => {
    const by = await speakingAgent(call, claim);
    await call.deps.hub.bus.unregister(by, by.id);
    return answer({ ok: true });
  },
});

const agentList = tool({
  name: "agent_list",
  description:
    "Every agent the hub knows: registered ones and those that can be invited. is_online is the link itself; is_invitable says that agent_invite can start it, by its agent_name; is_available is either.",
  input: z.object({}),
  run: async ({ deps, by }) => answer((await deps.hub.bus.agents(by)).filter(({ agent }) => agent.goneAt === undefined).map(encodeAgent)),
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
      agent_id: agent.id,
      name: agent.name,
      display_name: agent.displayName ?? agent.name,
      emoji: agent.emoji ?? null,
      description: agent.description,
      capabilities: agent.capabilities,
      skills: agent.skills,
      last_activity: agent.lastActivity,
      last_activity_time: moment(agent.lastActivityAt),
    });
  },
});

function notOk(error: ParleyError): Body | undefined {
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
