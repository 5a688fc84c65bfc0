import type { AgentCard, RegisteredAgent } from "#domain/agent-card";
import type { AgentId, ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { AccessControl } from "#hub/access";
import { KeyedQueue } from "#lib/keyed-queue";
import type { HubDeps } from "#hub/deps";
import type { AgentRow, Bus } from "./bus.ts";
import { cleanCard, withCleanNames } from "./clean-card.ts";
import type { Presence } from "./presence.ts";
import type { BusRules } from "./rules.ts";
import { freeShownName, mixedName } from "./shown-name.ts";
import type { Typing } from "./typing.ts";
import type { Waiting } from "./waiting.ts";

export type AgentVerbs = Pick<Bus, "register" | "agent" | "agents" | "update" | "heartbeat" | "unregister" | "kick">;

export interface AgentParts {
  readonly rules: BusRules;
  readonly presence: Presence;
  readonly waiting: Waiting;
  readonly typing: Pick<Typing, "stop">;
  readonly access: Pick<AccessControl, "issueAgentToken" | "forget">;
  /** Names that agent_invite takes, with the name under which each registers if that is known. */
  readonly invitableNames: () => readonly string[];
  /** What the operator's file says of it. */
  readonly invitableCard: (name: string) => Pick<AgentCard, "displayName" | "description">;
}

export function createAgentVerbs(
  { store, policy, clock, newId, settings }: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "settings">,
  parts: AgentParts,
): AgentVerbs {
  const { rules, presence, waiting } = parts;
  /** Under a join token only those of its thread are there. */
  const sees = async (by: Actor): Promise<(id: AgentId) => boolean> => {
    if (by.kind !== "agent" || by.only === undefined) return () => true;
    const { id: own, only } = by;
    const here = new Set<string>([own, ...(await store.participants(only)), ...waiting.all(only).map((wait) => wait.agent)]);
    return (id) => here.has(id);
  };

  const found = async (by: Actor, id: AgentId): Promise<RegisteredAgent> => {
    const agent = await store.registeredAgent(id);
    if (agent === undefined || !(await sees(by))(id)) throw await rules.missing(by, "agent", `agent ${id}`);
    return agent;
  };

  /** What the actor sees of where agents are. */
  const placesSeen = async (by: Actor, agents: readonly RegisteredAgent[]): Promise<(agent: RegisteredAgent) => readonly ThreadId[]> => {
    const reader = policy.reader(by);
    const all = new Set(agents.flatMap((agent) => presence.places(agent)));
    const seen = new Set((await Promise.all([...all].map((id) => store.thread(reader, id)))).map((thread) => thread?.id));
    return (agent) => presence.places(agent).filter((id) => seen.has(id));
  };

  const rowFor = async (by: Actor, agent: RegisteredAgent): Promise<AgentRow> => rowOf(agent, (await placesSeen(by, [agent]))(agent));

  const rowOf = (agent: RegisteredAgent, threads: readonly ThreadId[]): AgentRow => {
    const isOnline = presence.isOnline(agent);
    const agentName = parts.invitableNames().find((name) => name === agent.invitedAs || name === agent.name);
    return {
      agent: withCleanNames(presence.latest(agent)),
      isOnline,
      isInvitable: agentName !== undefined,
      isAvailable: agentName !== undefined || isOnline,
      ...(agentName === undefined ? {} : { agentName }),
      threads,
    };
  };

  /** Configured ones that never registered have a row too. */
  const waitingToBeInvited = (known: readonly AgentRow[]): readonly AgentRow[] =>
    parts
      .invitableNames()
      .filter((name) => !known.some((row) => row.agentName === name))
      .map((name) => ({
        agent: {
          id: `agt_invitable_${name}`,
          name,
          ide: "",
          model: "",
          ...parts.invitableCard(name),
          capabilities: [],
          skills: [],
          aliasSource: "auto",
          at: 0,
          lastHeartbeat: 0,
          lastActivity: "",
          lastActivityAt: 0,
        },
        isOnline: false,
        isInvitable: true,
        isAvailable: true,
        agentName: name,
        threads: [],
      }));

  /** Two who want one name at the same moment are told apart too. */
  const naming = new KeyedQueue<"naming">();
  const put = (agent: RegisteredAgent): Promise<RegisteredAgent> =>
    naming.run("naming", async () => {
      const { displayName } = agent;
      return store.putAgent(displayName === undefined ? agent : { ...agent, displayName: await freeShownName({ store }, displayName, agent.id) });
    });
  const refuseMixed = async (by: Actor, ...names: readonly (string | undefined)[]): Promise<void> => {
    const error = mixedName(settings.language ?? "en", ...names);
    if (error !== undefined) await rules.turnDown(by, error, "take a name that mixes alphabets");
  };

  const register: AgentVerbs["register"] = async (by, given) => {
    await rules.admit(by, "speak", "register an agent");
    const at = clock.now();
    const own = by.kind === "agent" ? by.id : undefined;
    const known = own === undefined ? undefined : await store.registeredAgent(own);
    const id = own ?? newId("agt");
    const card = cleanCard(given);
    await refuseMixed(by, card.ide, card.model, card.displayName);
    const agent: RegisteredAgent = {
      ...card,
      id,
      name: `${card.ide} (${card.model})`,
      aliasSource: card.displayName === undefined ? "auto" : "user",
      ...(by.kind === "person" ? { owner: by.id } : known?.owner === undefined ? {} : { owner: known.owner }),
      ...(known?.invitedAs === undefined ? {} : { invitedAs: known.invitedAs }),
      at: known?.at ?? at,
      lastHeartbeat: at,
      lastActivity: "registered",
      lastActivityAt: at,
    };
    const kept = await put(agent);
    presence.seen(id, "registered");
    // Who a token is includes the name, and that has changed.
    parts.access.forget();
    if (own !== undefined) return { agent: kept };
    return { agent: kept, token: await parts.access.issueAgentToken(by, kept) };
  };

  /** The token first: whoever is woken must not be let in again. */
  const leave = async (by: Actor, id: AgentId, did: string): Promise<void> => {
    await store.endAgent(id, clock.now(), { at: clock.now(), kind: "access", who: whoIs(by), data: { did, agent: id, by: nameOf(by) } });
    parts.access.forget();
    waiting.kick(id);
    parts.typing.stop(id);
    presence.forget(id);
  };

  return {
    register,
    agent: async (by, id) => rowFor(by, await found(by, id)),
    agents: async (by) => {
      const isSeen = await sees(by);
      const agents = (await store.registeredAgents()).filter((agent) => isSeen(agent.id));
      const placesOf = await placesSeen(by, agents);
      const rows = agents.map((agent) => rowOf(agent, placesOf(agent)));
      return by.kind === "agent" && by.only !== undefined ? rows : [...rows, ...waitingToBeInvited(rows)];
    },
    update: async (by, id, given) => {
      const patch = cleanCard(given);
      const agent = await found(by, id);
      await rules.isOrOwns(by, agent, `update the agent ${agent.name}`);
      await refuseMixed(by, patch.displayName);
      const kept = await put({ ...presence.latest(agent), ...patch, ...(patch.displayName === undefined ? {} : { aliasSource: "user" as const }) });
      if (by.kind === "agent") presence.seen(id, "updated");
      parts.access.forget();
      return rowFor(by, kept);
    },
    heartbeat: async (by, id) => {
      await rules.isOrOwns(by, await found(by, id), "send a heartbeat for another agent");
      presence.seen(id, "heartbeat");
    },
    unregister: async (by, id) => {
      const agent = await found(by, id);
      await rules.isOrOwns(by, agent, `unregister the agent ${agent.name}`);
      await leave(by, id, "agent unregistered");
    },
    kick: async (by, id) => {
      const agent = await found(by, id);
      if (by.kind === "agent") await rules.refuse(by, `kick the agent ${agent.name}`);
      await rules.isOrOwns(by, agent, `kick the agent ${agent.name}`);
      await leave(by, id, "agent kicked");
    },
  };
}
