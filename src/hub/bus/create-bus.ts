import { nameOf } from "#domain/people";
import type { AgentId, ThreadId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import type { AccessControl } from "#hub/access/access";
import { removeArtifacts } from "#hub/files/artifacts";
import { removeUploads } from "#hub/files/upload-files";
import type { HubDeps } from "#hub/deps";
import type { Gate } from "#hub/access/gate";
import { includesTopic, type Wakes } from "#hub/wakes";
import type { DoorEntrance } from "#hub/road/from-door";
import type { Road } from "#hub/road/road";
import { createAgentVerbs, type AgentParts } from "./agents.ts";
import { createBudget } from "./budget.ts";
import type { Bus } from "./bus.ts";
import { createCaps } from "./caps.ts";
import { createCoordinator } from "./coordinator.ts";
import { createLines } from "./message-cache.ts";
import { createMarking } from "./marking.ts";
import { createPostGuard } from "./post-guard.ts";
import { createPresentThreads } from "./present-threads.ts";
import { createPosting } from "./posting.ts";
import { createGuards, type Guards } from "./guard-lines.ts";
import { createPresence } from "./presence.ts";
import { createReading } from "./reading.ts";
import { createReplyTokens } from "./reply-token.ts";
import { createRules } from "./rules.ts";
import { createSync } from "./sync.ts";
import { createThreadVerbs } from "./threads.ts";
import { createTyping, type Typist } from "./typing.ts";
import { createWaiting } from "./waiting.ts";

export interface BusParts {
  readonly gate: Gate;
  readonly access: AccessControl;
  readonly signingKey: Buffer;
  readonly road: Road;
  readonly door: DoorEntrance;
  readonly invitations: Pick<Bus, "invitable" | "invite" | "invitations">;
  readonly invitableNames: () => readonly string[];
  readonly invitableCard: AgentParts["invitableCard"];
  /** Somebody began or ended to write. */
  readonly typed: (typist: Typist, on: boolean) => void;
  /** An agent is in a thread where it was not before. */
  readonly entered: () => void;
  /** Ends the process of an invited agent that was kicked, or of all in a thread that was closed. */
  readonly sendAway: (which: { readonly agent: AgentId } | { readonly thread: ThreadId }, who: string) => void;
  readonly wakes: Pick<Wakes, "on">;
}

/** The guards: what the road asks before it commits what agents say, and the uploads before they keep an agent's file. */
export interface RunningBus extends Bus, Guards, Disposable {
  /** The thread in which the agent waits or waited last. */
  lastThread(agent: AgentId): ThreadId | undefined;
  /** When it last gave a sign of life, on the monotonic clock: now while it waits. */
  lastSign(agent: AgentId): number;
  typists(): readonly Typist[];
}

const justGoneMs = 60_000;

export function createBus(deps: HubDeps, parts: BusParts): RunningBus {
  const { gate, access, signingKey, road, door, invitations, invitableNames, invitableCard } = parts;
  const { store, clock } = deps;
  const rules = createRules(deps, gate);
  const caps = createCaps(deps, gate);
  const waiting = createWaiting(clock);
  const entered = (): void => {
    agents.agentsChanged();
    parts.entered();
  };
  const presence = createPresence(deps, waiting, createPresentThreads(clock, waiting, entered));
  const typing = createTyping(clock, parts.typed);
  const coordinator = createCoordinator(deps, { waiting, presence });
  const lines = createLines(store);
  const sync = createSync(deps, { lines, tokens: createReplyTokens(signingKey, () => clock.now()) });
  const guard = createPostGuard(deps, rules);
  const agents = createAgentVerbs(deps, { rules, caps, guard, presence, waiting, typing, access, invitableNames, invitableCard });
  const threads = createThreadVerbs(deps, {
    rules,
    guard,
    caps,
    waiting,
    sync,
    agents: (by) => agents.agents(by),
    removeFiles: async (thread) => {
      await removeArtifacts(deps, thread);
      await removeUploads(deps, thread);
    },
  });
  const startedAt = clock.monotonic();
  const startedOn = new Date(clock.now()).toISOString();

  /** Agents go with the person who registered them: also one that had just called and is about to wait. */
  const dropGone = async (): Promise<void> => {
    const since = clock.now() - justGoneMs;
    for (const { id, goneAt } of await store.registeredAgents({ gone: true })) {
      if (goneAt === undefined || goneAt < since) continue;
      waiting.kick(id);
      typing.stop(id);
      presence.forget(id);
    }
  };

  parts.wakes.on((wakes) => {
    if (includesTopic(wakes, "people")) dropGone().catch((cause: unknown) => deps.log.error({ cause }, "failed to drop agents of a person who was removed"));
    if (includesTopic(wakes, "agents") || includesTopic(wakes, "people")) agents.agentsChanged();
    for (const wake of wakes) {
      if (wake.topic !== "thread") continue;
      coordinator.news(wake.thread);
      waiting.news(wake.thread);
    }
  });

  return {
    ...agents,
    ...threads,
    kick: async (by, agent) => {
      await agents.kick(by, agent);
      parts.sendAway({ agent }, nameOf(by));
    },
    close: async (by, thread, summary) => {
      const closed = await threads.close(by, thread, summary);
      if (closed) parts.sendAway({ thread }, nameOf(by));
      return closed;
    },
    ...createPosting(deps, { rules, sync, road, door }),
    ...createGuards(deps, { guard, sync, presence, typing, budget: createBudget(deps, deps.settings.agentPosts) }),
    ...createReading(deps, { rules, waiting, presence, lines, sync }),
    ...createMarking(deps, { rules, presence, guard, caps, typing }),
    ...invitations,
    metrics: async (by): Promise<JsonObject> => {
      await rules.beyondThread(by, "read the hub's numbers");
      const [kept, rows] = await Promise.all([store.metrics(), agents.agents(by)]);
      const [last1m, last5m, last15m] = kept.recent;
      return {
        schema_version: "1.0",
        started_at: startedOn,
        uptime_seconds: Math.round((clock.monotonic() - startedAt) / 1000),
        threads: { total: Object.values(kept.threadsByStatus).reduce((sum, count) => sum + count, 0), by_status: kept.threadsByStatus },
        messages: { total: kept.messages, rate: { last_1m: last1m, last_5m: last5m, last_15m: last15m }, stop_reasons: kept.stopReasons },
        agents: { total: rows.length, online: rows.filter((row) => row.isOnline).length },
        waiting: waiting.all().length,
      };
    },
    lastThread: (agent) => waiting.lastThread(agent),
    lastSign: (agent) => (waiting.isWaiting(agent) ? clock.monotonic() : presence.lastAt(agent)),
    typists: () => typing.all(),
    [Symbol.dispose]: () => {
      coordinator[Symbol.dispose]();
      typing[Symbol.dispose]();
      waiting[Symbol.dispose]();
    },
  };
}
