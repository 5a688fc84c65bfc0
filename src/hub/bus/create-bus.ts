import type { Wake } from "#domain/store";
import type { JsonObject } from "#domain/json";
import type { AccessControl } from "#hub/access";
import { removeArtifacts } from "#hub/artifacts";
import type { HubDeps } from "#hub/deps";
import type { Gate } from "#hub/gate";
import { createAgentVerbs } from "./agents.ts";
import { createBudget } from "./budget.ts";
import type { Bus } from "./bus.ts";
import { createCoordinator } from "./coordinator.ts";
import { createLines } from "./lines.ts";
import { createMarking } from "./marking.ts";
import { createPostGuard } from "./post-guard.ts";
import { createPosting, type PostingParts } from "./posting.ts";
import { createPresence } from "./presence.ts";
import { createReading } from "./reading.ts";
import { createReplyTokens } from "./reply-token.ts";
import { createRules } from "./rules.ts";
import { createSync } from "./sync.ts";
import { createThreadVerbs } from "./threads.ts";
import { createWaiting } from "./waiting.ts";

export interface BusParts {
  readonly gate: Gate;
  readonly access: AccessControl;
  readonly signingKey: Buffer;
  readonly sayAsPerson: PostingParts["sayAsPerson"];
  readonly invitations: Pick<Bus, "invitable" | "invite" | "invitations" | "approve">;
  readonly invitableNames: () => readonly string[];
}

export interface RunningBus extends Bus, Disposable {
  woken(wakes: readonly Wake[]): void;
}

export function createBus(deps: HubDeps, { gate, access, signingKey, sayAsPerson, invitations, invitableNames }: BusParts): RunningBus {
  const { store, clock } = deps;
  const rules = createRules(deps, gate);
  const waiting = createWaiting(clock);
  const presence = createPresence(deps, waiting);
  const coordinator = createCoordinator(deps, { waiting, presence });
  const lines = createLines(store);
  const sync = createSync(deps, { lines, tokens: createReplyTokens(signingKey, () => clock.now()) });
  const agents = createAgentVerbs(deps, { rules, presence, waiting, access, invitableNames });
  const threads = createThreadVerbs(deps, {
    rules,
    waiting,
    sync,
    agents: (by) => agents.agents(by),
    removeFiles: (thread) => removeArtifacts(deps, thread),
  });
  const guard = createPostGuard(deps, rules);
  const startedAt = clock.now();

  return {
    ...agents,
    ...threads,
    ...createPosting(deps, { rules, presence, sync, guard, sayAsPerson, budget: createBudget(deps, deps.settings.agentPosts) }),
    ...createReading(deps, { rules, waiting, presence, lines, sync }),
    ...createMarking(deps, { rules, presence, guard }),
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
    woken: (wakes) => {
      for (const wake of wakes) {
        if (wake.topic !== "thread") continue;
        coordinator.news(wake.thread);
        waiting.news(wake.thread);
      }
    },
    [Symbol.dispose]: () => {
      coordinator[Symbol.dispose]();
      waiting[Symbol.dispose]();
    },
  };
}
