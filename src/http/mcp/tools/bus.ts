import { z } from "zod";
import type { RegisteredAgent } from "#domain/agent-card";
import { ParleyError } from "#domain/errors";
import type { Actor } from "#domain/people";
import type { Thread } from "#domain/thread";
import type { ThreadDetails } from "#domain/thread-details";
import { withinBounds } from "#hub/bus/clean-card";
import { agentArg, asThread, seqArg, tokenArg } from "#http/mcp/call-parts";
import { busConfig } from "#http/mcp/bus-config";
import { actingAs, type AgentActor } from "#http/door/own-agent";
import { encodeRead, encodeSync } from "#http/mcp/encode";
import { answer, failure, failureOf } from "#http/mcp/result";
import { badgeOf, speaker } from "#http/mcp/identify-caller";
import { tool, type Tool, type CalledTool } from "#http/mcp/tool";
import { limits } from "#protocol/requests";
import { cardInput, cardOf, emptyCard, longestName, type CardArgs } from "./agents.ts";
import { rulesLine } from "./reading.ts";
import { defined } from "#lib/defined";

const newestLines = 100;

const busConnect = tool({
  name: "bus_connect",
  description:
    "Joins a thread in one call: registers you (or takes you as who you are), finds the thread by id or creates it by name, and returns its newest messages with what your first post needs. Then call msg_wait.",
  input: z.object({
    thread_id: z.string().max(200).optional().describe("The thread to join. Either this or thread_name."),
    thread_name: z.string().trim().max(limits.topicChars).optional().describe("The topic of the thread to join, or to create."),
    ide: z.string().trim().max(longestName).optional().describe("The program you run in."),
    model: z.string().trim().max(longestName).optional(),
    after_seq: seqArg.default(0).describe("The last seq you have read; 0 if none."),
    agent_id: agentArg,
    token: tokenArg,
    ...cardInput,
    // Told in its own words: agents of the bus look for them.
    capabilities: z.unknown().optional().describe("An array of strings."),
    skills: z.unknown().optional().describe("An array of objects."),
    system_prompt: z.string().max(64_000).optional().describe("For a thread that is created: read by everybody who joins."),
    template: z.string().max(200).optional(),
  }),
  failure: (error) => (error.code === "InvalidCredentials" ? { ...failureOf(error), error: `Failed to resume agent: ${error.message}` } : undefined),
  run: async (call, args) => {
    const { thread_id: id, thread_name: name, after_seq: afterSeq } = args;
    if ((id === undefined || id === "") && (name === undefined || name === "")) return failure({ error: "thread_id or thread_name is required" });
    const card = cardShape.safeParse(args);
    if (!card.success)
      return failure({ error: card.error.issues[0]?.path[0] === "skills" ? "skills must be an array of objects" : "capabilities must be an array of strings" });
    const me = await join(call, args, card.data);
    const place = await enter({ ...call, by: me.actor }, args);
    if (place === undefined) return failure({ error: `Thread '${id}' not found` });
    const { thread, details, created } = place;
    const { messages, sync, older } = await call.deps.hub.bus.read(me.actor, thread.id, { afterSeq, limit: newestLines });
    const rules = afterSeq <= 0 ? [await rulesLine({ ...call, by: me.actor }, thread.id)] : [];
    const first = messages[0]?.seq ?? 0;
    const leader = await leaderOf(call, thread, details);
    const leads = leader?.agent_id === me.agent.id;
    return answer({
      agent: {
        agent_id: me.agent.id,
        name: me.agent.name,
        registered: true,
        token: me.token,
        is_administrator: leads,
        role_assignment: leads
          ? "You lead this thread: you may close it, and the others look to you for what comes next."
          : "You take part in this thread. Whoever leads it, or a person, says what comes next.",
      },
      thread: {
        thread_id: thread.id,
        topic: thread.topic,
        status: thread.status,
        created,
        ...(created ? { system_prompt: details.systemPrompt ?? null } : {}),
        ...defined({ administrator: leader }),
      },
      messages: [...rules, ...messages].map(encodeRead),
      ...encodeSync(sync),
      ...(older && first > 1
        ? { older_messages: { count: first - 1, tool: "msg_list", input: { thread_id: thread.id, after_seq: -1, limit: Math.min(first - 1, 1000) } } }
        : {}),
    });
  },
});

const cardShape = z.object({ ...cardInput });

interface Me {
  readonly actor: Actor;
  readonly agent: RegisteredAgent;
  readonly token: string;
}

/** Whoever names itself, or comes with an agent's bearer, is taken as that; else a new agent of the person's is made. */
async function join(
  call: CalledTool,
  claim: { agent_id?: string | undefined; token?: string | undefined; ide?: string | undefined; model?: string | undefined },
  card: CardArgs,
): Promise<Me> {
  const { hub, signingKey } = call.deps;
  const by = await speaker(call, { agent_id: claim.agent_id, token: claim.token });
  const known = by.kind === "agent" ? await registered(call, by) : undefined;
  const isSame = (claim.ide === undefined || claim.ide === known?.ide) && (claim.model === undefined || claim.model === known?.model);
  if (known !== undefined && isSame) {
    const told = cardOf(card);
    const { agent } = Object.keys(told).length === 0 ? { agent: known } : await hub.bus.update(by, known.id, told);
    await hub.bus.heartbeat(by, known.id);
    return { actor: by, agent, token: claim.token ?? badgeOf(signingKey, known.id) };
  }
  // A token was made out to a name: whoever says nothing else keeps it.
  const named = by.kind === "agent" && claim.ide === undefined && claim.model === undefined ? { displayName: by.name } : {};
  const made = await hub.bus.register(by, {
    ...emptyCard,
    ...known,
    ...named,
    ...cardOf(card),
    ide: claim.ide || known?.ide || "Unknown",
    model: claim.model || known?.model || "unknown",
  });
  const { agent, token } = made;
  const actor: Actor = by.kind === "agent" ? by : actingAs(by, agent);
  return { actor, agent, token: token ?? claim.token ?? badgeOf(signingKey, agent.id) };
}

async function registered({ deps }: CalledTool, by: AgentActor): Promise<RegisteredAgent | undefined> {
  const agent = await deps.store.registeredAgent(by.id);
  return agent === undefined || agent.goneAt !== undefined ? undefined : withinBounds(agent);
}

interface EnteredThread {
  readonly thread: Thread;
  readonly details: ThreadDetails;
  readonly created: boolean;
}

/** Undefined when there is no thread of that id to see. */
async function enter(
  call: CalledTool,
  {
    thread_id: id,
    thread_name: name,
    system_prompt: systemPrompt,
    template,
  }: { thread_id?: string | undefined; thread_name?: string | undefined; system_prompt?: string | undefined; template?: string | undefined },
): Promise<EnteredThread | undefined> {
  const { bus } = call.deps.hub;
  if (id === undefined || id === "") {
    return bus.createThread(call.by, {
      topic: name ?? "",
      ...defined({ systemPrompt, template }),
    });
  }
  try {
    return { ...(await bus.thread(call.by, asThread(call, id))), created: false };
  } catch (cause) {
    if (cause instanceof ParleyError && cause.code === "NotFound") return undefined;
    throw cause;
  }
}

async function leaderOf({ deps, by }: CalledTool, thread: Thread, { admin }: ThreadDetails): Promise<{ agent_id: string; name: string } | undefined> {
  const id = admin ?? thread.createdBy.id;
  const row = (await deps.hub.bus.agents(by)).find(({ agent }) => agent.id === id);
  if (row !== undefined) return { agent_id: id, name: row.agent.displayName ?? row.agent.name };
  return id !== thread.createdBy.id || thread.createdBy.kind === "hub" ? undefined : { agent_id: id, name: thread.createdBy.name };
}

const getConfig = tool({
  name: "bus_get_config",
  description: "What this hub is, how to come in, and how to begin.",
  input: z.object({}),
  run: async (call) => answer(busConfig(call)),
});

export const busTools: readonly Tool[] = [busConnect, getConfig];
