import type { Wake } from "#domain/store";
import type { AgentId, ThreadId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import type { AccessControl } from "#hub/access";
import { removeArtifacts } from "#hub/artifacts";
import { removeUploads } from "#hub/upload-files";
import type { HubDeps } from "#hub/deps";
import type { Gate } from "#hub/gate";
import { createAgentVerbs, type AgentParts } from "./agents.ts";
import { createBudget } from "./budget.ts";
import type { Bus } from "./bus.ts";
import { createCoordinator } from "./coordinator.ts";
import { createLines } from "./lines.ts";
import { createMarking } from "./marking.ts";
import { createPostGuard } from "./post-guard.ts";
import { createPlaces } from "./places.ts";
import { createPosting, type PostingParts } from "./posting.ts";
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
  readonly sayAsPerson: PostingParts["sayAsPerson"];
  readonly invitations: Pick<Bus, "invitable" | "invite" | "invitations">;
  readonly invitableNames: () => readonly string[];
  readonly invitableCard: AgentParts["invitableCard"];
  /** Somebody began or ended to write. */
  readonly typed: (typist: Typist, on: boolean) => void;
  /** An agent is in a thread where it was not before. */
  readonly entered: () => void;
}

export interface RunningBus extends Bus, Disposable {
  woken(wakes: readonly Wake[]): void;
  /** The thread in which the agent waits or waited last. */
  lastThread(agent: AgentId): ThreadId | undefined;
  /** When it last gave a sign of life: now while it waits. */
  lastSign(agent: AgentId): number;
  typists(): readonly Typist[];
}

const justGoneMs = 60_000;

export function createBus(deps: HubDeps, parts: BusParts): RunningBus {
  const { gate, access, signingKey, sayAsPerson, invitations, invitableNames, invitableCard } = parts;
  const { store, clock } = deps;
  const rules = createRules(deps, gate);
  const waiting = createWaiting(clock);
  const presence = createPresence(deps, waiting, createPlaces(clock, waiting, parts.entered));
  const typing = createTyping(clock, parts.typed);
  const coordinator = createCoordinator(deps, { waiting, presence });
  const lines = createLines(store);
  const sync = createSync(deps, { lines, tokens: createReplyTokens(signingKey, () => clock.now()) });
  const agents = createAgentVerbs(deps, { rules, presence, waiting, typing, access, invitableNames, invitableCard });
  const guard = createPostGuard(deps, rules);
  const threads = createThreadVerbs(deps, {
    rules,
    guard,
    waiting,
    sync,
    agents: (by) => agents.agents(by),
    removeFiles: async (thread) => {
      await removeArtifacts(deps, thread);
      await removeUploads(deps, thread);
    },
  });
  const startedAt = clock.now();

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

  return {
    ...agents,
    ...threads,
    ...createPosting(deps, { rules, presence, sync, guard, typing, sayAsPerson, budget: createBudget(deps, deps.settings.agentPosts) }),
    ...createReading(deps, { rules, waiting, presence, lines, sync }),
    ...createMarking(deps, { rules, presence, guard, typing }),
    ...invitations,
    metrics: async (by): Promise<JsonObject> => {
      await rules.beyondThread(by, "read the hub's numbers");
      const [kept, rows] = await Promise.all([store.metrics(), agents.agents(by)]);
      const [last1m, last5m, last15m] = kept.recent;
      return {
        schema_version: "1.0",
        uptime_seconds: Math.round((clock.now() - startedAt) / 1000),
        threads: { by_status: kept.threadsByStatus },
        messages: { total: kept.messages, rate: { last_1m: last1m, last_5m: last5m, last_15m: last15m }, stop_reasons: kept.stopReasons },
        agents: { total: rows.length, online: rows.filter((row) => row.isOnline).length },
        waiting: waiting.all().length,
      };
    },
    lastThread: (agent) => waiting.lastThread(agent),
    lastSign: (agent) => (waiting.isWaiting(agent) ? clock.now() : presence.lastAt(agent)),
    typists: () => typing.all(),
    woken: (wakes) => {
      if (wakes.some(({ topic }) => topic === "people"))
        dropGone().catch((cause: unknown) => deps.log.error({ cause }, "agents that went with their person could not be looked for"));
      for (const wake of wakes) {
        if (wake.topic !== "thread") continue;
        coordinator.news(wake.thread);
        waiting.news(wake.thread);
      }
    },
    [Symbol.dispose]: () => {
      coordinator[Symbol.dispose]();
      typing[Symbol.dispose]();
      waiting[Symbol.dispose]();
    },
  };
}
