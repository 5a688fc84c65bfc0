import type { AgentCard, RegisteredAgent } from "#domain/agent-card";
import { ParleyError } from "#domain/errors";
import type { AgentId, ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { AccessControl } from "#hub/access/access";
import { KeyedQueue } from "#lib/keyed-queue";
import { withoutRoleClaims } from "#lib/text/role-claim";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { createAgentList } from "./agent-list.ts";
import type { AgentRow, Bus } from "./bus.ts";
import { emojiFor } from "./agent-emoji.ts";
import type { Caps } from "./caps.ts";
import { bytesOf, cardBytes, cleanCard, withCleanNames, withinBounds } from "./clean-card.ts";
import type { PostGuard } from "./post-guard.ts";
import type { Presence } from "./presence.ts";
import type { BusRules } from "./rules.ts";
import { freeShownName, isReservedName, misleadingAgentName, misleadingName } from "./shown-name.ts";
import { busTexts } from "./texts.ts";
import type { Typing } from "./typing.ts";
import type { Waiting } from "./waiting.ts";
import { defined } from "#lib/defined";

export interface AgentVerbs extends Pick<Bus, "register" | "agent" | "agents" | "agentsMoment" | "update" | "heartbeat" | "unregister" | "kick"> {
  /** Who is there, or where, is not what it was: a reading of before is not shared any more. */
  agentsChanged(): void;
}

export interface AgentParts {
  readonly rules: BusRules;
  readonly caps: Caps;
  readonly guard: Pick<PostGuard, "clean">;
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
  /** Under a join token only those of its thread are there; undefined: everybody is. */
  const sees = async (by: Actor): Promise<((id: AgentId) => boolean) | undefined> => {
    if (by.kind !== "agent" || by.only === undefined) return undefined;
    const { id: own, only } = by;
    const here = new Set<string>([own, ...(await store.participants(only)), ...waiting.all(only).map((wait) => wait.agent)]);
    return (id) => here.has(id);
  };

  const found = async (by: Actor, id: AgentId): Promise<RegisteredAgent> => {
    const agent = await store.registeredAgent(id);
    const isSeen = await sees(by);
    if (agent === undefined || isSeen?.(id) === false) throw await rules.missing(by, "agent", `agent ${id}`);
    return agent;
  };

  const rowFor = async (by: Actor, agent: RegisteredAgent): Promise<AgentRow> => {
    const reader = policy.reader(by);
    const places = await Promise.all(presence.places(agent).map((id) => store.thread(reader, id)));
    return rowOf(
      agent,
      places.flatMap((thread) => thread?.id ?? []),
    );
  };

  const rowOf = (agent: RegisteredAgent, threads: readonly ThreadId[]): AgentRow => {
    const isOnline = presence.isOnline(agent);
    const latest = withinBounds(withCleanNames(presence.latest(agent)));
    const agentName = parts.invitableNames().find((name) => name === agent.invitedAs || name === agent.name);
    return {
      agent: { ...latest, emoji: latest.emoji ?? emojiFor(latest.id) },
      isOnline,
      isInvitable: agentName !== undefined,
      isAvailable: agentName !== undefined || isOnline,
      ...defined({ agentName }),
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
          emoji: emojiFor(`agt_invitable_${name}`),
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

  const list = createAgentList({ store, policy, clock }, { presence, rowOf, sees, others: waitingToBeInvited });

  /** Two who want one name at the same moment are told apart too. */
  const naming = new KeyedQueue<"naming">();
  const put = (agent: RegisteredAgent): Promise<RegisteredAgent> =>
    naming.run("naming", async () => {
      const { name, displayName } = agent;
      const free = (wanted: string): Promise<string> => freeShownName({ store }, wanted, agent.id);
      return store.putAgent({
        ...agent,
        // What is left of a composed name may be one of the hub's own; others are told apart by the store.
        ...(isReservedName(name) ? { name: await free(name) } : {}),
        ...(displayName === undefined ? {} : { displayName: await free(displayName) }),
      });
    });
  const refuseMisleading = async (by: Actor, { ide, model, displayName }: Partial<AgentCard>): Promise<void> => {
    // A model that is a role is left out of the name.
    const error = misleadingAgentName(settings.language, ide, displayName) ?? misleadingName(settings.language, model);
    if (error !== undefined) await rules.turnDown(by, error, "take a misleading name");
  };
  const refuseContent = async (by: Actor, card: Omit<AgentCard, "emoji">): Promise<void> => {
    const { ide, model, displayName = "", description, capabilities, skills, resumeCommand = "" } = card;
    const bytes = bytesOf(card);
    if (bytes > cardBytes)
      await rules.turnDown(
        by,
        new ParleyError("TooLarge", say(settings.language, busTexts.cardTooLarge, { bytes, max: cardBytes }), { data: { bytes, max: cardBytes } }),
        "send a card that is too large",
      );
    await parts.guard.clean(by, [ide, model, displayName, description, resumeCommand].join("\n"), { capabilities: [...capabilities], skills: [...skills] });
  };

  const register: AgentVerbs["register"] = async (by, given) => {
    await rules.admit(by, "speak", "register an agent");
    await parts.caps.take(by, by.kind === "agent" ? "updates" : "registrations");
    const at = clock.now();
    const own = by.kind === "agent" ? by.id : undefined;
    const known = own === undefined ? undefined : await store.registeredAgent(own);
    const id = own ?? newId("agt");
    const card = cleanCard(given);
    await refuseMisleading(by, card);
    await refuseContent(by, card);
    // These brackets are the hub's own, and editors of the bus call their model "human": no role may come to stand in them.
    const name = withoutRoleClaims(`${card.ide} (${card.model})`);
    const agent: RegisteredAgent = {
      ...card,
      emoji: card.emoji ?? known?.emoji ?? emojiFor(id),
      id,
      name,
      aliasSource: card.displayName === undefined ? "auto" : "user",
      ...(by.kind === "person" ? { owner: by.id, ...defined({ madeWith: by.tokenId }) } : defined({ owner: known?.owner, madeWith: known?.madeWith })),
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
    agents: list.rows,
    agentsMoment: list.recent,
    agentsChanged: list.changed,
    update: async (by, id, given) => {
      await parts.caps.take(by, "updates");
      const patch = cleanCard(given);
      const agent = await found(by, id);
      await rules.isOrOwns(by, agent, `update the agent ${agent.name}`);
      await refuseMisleading(by, { ...defined({ displayName: patch.displayName }) });
      const changed = { ...withinBounds(presence.latest(agent)), ...patch, ...(patch.displayName === undefined ? {} : { aliasSource: "user" as const }) };
      await refuseContent(by, changed);
      const kept = await put(changed);
      if (by.kind === "agent") presence.seen(id, "updated");
      parts.access.forget();
      return rowFor(by, kept);
    },
    heartbeat: async (by, id) => {
      await parts.caps.take(by, "heartbeats");
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
