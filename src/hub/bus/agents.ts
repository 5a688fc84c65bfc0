import type { AgentCard, RegisteredAgent } from "#domain/agent-card";
import { ParleyError } from "#domain/errors";
import type { AgentId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import { say } from "#lib/words";
import type { HubDeps } from "#hub/deps";
import type { AccessControl } from "#hub/access";
import type { AgentRow, Bus } from "./bus.ts";
import type { Presence } from "./presence.ts";
import type { BusRules } from "./rules.ts";
import type { Waiting } from "./waiting.ts";

export type AgentVerbs = Pick<Bus, "register" | "agent" | "agents" | "update" | "heartbeat" | "unregister" | "kick">;

export interface AgentParts {
  readonly rules: BusRules;
  readonly presence: Presence;
  readonly waiting: Waiting;
  readonly access: Pick<AccessControl, "issueAgentToken" | "forget">;
  /** Names that agent_invite takes, with the name under which each registers if that is known. */
  readonly invitableNames: () => readonly string[];
}

export function createAgentVerbs({ store, clock, newId, settings }: Pick<HubDeps, "store" | "clock" | "newId" | "settings">, parts: AgentParts): AgentVerbs {
  const { rules, presence, waiting } = parts;
  const language = settings.language ?? "en";

  const found = async (id: AgentId): Promise<RegisteredAgent> => {
    const agent = await store.registeredAgent(id);
    if (agent === undefined) throw new ParleyError("NotFound", say(language, "notFound", { what: "agent" }));
    return agent;
  };

  const rowOf = (agent: RegisteredAgent): AgentRow => {
    const isOnline = presence.isOnline(agent);
    const agentName = parts.invitableNames().find((name) => name === agent.invitedAs || name === agent.name);
    return {
      agent,
      isOnline,
      isInvitable: agentName !== undefined,
      isAvailable: agentName !== undefined || isOnline,
      ...(agentName === undefined ? {} : { agentName }),
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
          description: "",
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
      }));

  /** `IDE (Model)`, and a number behind it where somebody else has that name. */
  const freeName = async (card: AgentCard, own: AgentId | undefined): Promise<string> => {
    const taken = new Set((await store.registeredAgents()).filter((agent) => agent.id !== own).map((agent) => agent.name));
    const base = `${card.ide} (${card.model})`;
    for (let n = 1; ; n++) {
      const name = n === 1 ? base : `${base} ${n}`;
      if (!taken.has(name)) return name;
    }
  };

  const register: AgentVerbs["register"] = async (by, card) => {
    await rules.admit(by, "speak", "register an agent");
    const at = clock.now();
    const own = by.kind === "agent" ? by.id : undefined;
    const known = own === undefined ? undefined : await store.registeredAgent(own);
    const id = own ?? newId("agt");
    const agent: RegisteredAgent = {
      ...card,
      id,
      name: await freeName(card, id),
      aliasSource: card.displayName === undefined ? "auto" : "user",
      ...(by.kind === "person" ? { owner: by.id } : known?.owner === undefined ? {} : { owner: known.owner }),
      ...(known?.invitedAs === undefined ? {} : { invitedAs: known.invitedAs }),
      at: known?.at ?? at,
      lastHeartbeat: at,
      lastActivity: "registered",
      lastActivityAt: at,
    };
    const kept = await store.putAgent(agent);
    parts.access.forget();
    presence.seen(id, "registered");
    if (own !== undefined) return { agent: kept };
    return { agent: kept, token: await parts.access.issueAgentToken(by, kept) };
  };

  const leave = async (by: Actor, id: AgentId, did: string): Promise<void> => {
    waiting.kick(id);
    presence.forget(id);
    await store.endAgent(id, clock.now(), { at: clock.now(), kind: "access", who: whoIs(by), data: { did, agent: id, by: nameOf(by) } });
    parts.access.forget();
  };

  return {
    register,
    agent: async (_by, id) => rowOf(await found(id)),
    agents: async () => {
      const rows = (await store.registeredAgents()).map(rowOf);
      return [...rows, ...waitingToBeInvited(rows)];
    },
    update: async (by, id, patch) => {
      const agent = await found(id);
      await rules.isOrOwns(by, agent, `update the agent ${agent.name}`);
      const kept = await store.putAgent({ ...agent, ...patch, ...(patch.displayName === undefined ? {} : { aliasSource: "user" as const }) });
      parts.access.forget();
      presence.seen(id, "update");
      return rowOf(kept);
    },
    heartbeat: async (by, id) => {
      await rules.isOrOwns(by, await found(id), "send a heartbeat for another agent");
      presence.seen(id, "heartbeat");
    },
    unregister: async (by, id) => {
      const agent = await found(id);
      await rules.isOrOwns(by, agent, `unregister the agent ${agent.name}`);
      await leave(by, id, "agent unregistered");
    },
    kick: async (by, id) => {
      const agent = await found(id);
      await rules.admit(by, "invite", `kick the agent ${agent.name}`);
      await leave(by, id, "agent kicked");
    },
  };
}
