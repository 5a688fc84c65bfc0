import { ParleyError } from "#domain/errors";
import { nameOf, whoIs } from "#domain/people";
import type { SyncCheck } from "#domain/store";
import type { Message, Thread } from "#domain/thread";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import type { HubDeps } from "#hub/deps";
import { createChooseSession } from "#hub/routing/choose-session";
import { createCommit, type CommitParts, type RoadOutcome } from "./commit.ts";
import { plan, type Facts } from "./plan.ts";
import { readFacts } from "./read-facts.ts";
import { recordFor, refusalFor, type RefusedDecision } from "./refusals.ts";
import { withUrgency } from "./urgent-prompt.ts";
import type { Spoken } from "./incoming-message.ts";
import { roadTexts } from "./texts.ts";

/** Everything that anybody says takes this road: facts, one decision, the guard, one commit. */
export interface Road {
  /** An expected refusal of the plan is an outcome. What the guard or the commit refuses is thrown as a ParleyError. */
  say(spoken: Spoken): Promise<RoadOutcome>;
}

/** What must still hold when a decision is carried out: rate, content, budget and place of what agents say. Throws what it refuses. */
export type Guard = (spoken: Spoken, thread: Thread) => GuardPass | Promise<GuardPass>;

export interface GuardPass {
  readonly sync?: SyncCheck;
  /** It is on disk. */
  done(): void;
  /** It was not accepted after all: takes back what was counted and returns the error to report. */
  failed(cause: unknown): Promise<unknown>;
}

export interface RoadParts extends CommitParts {
  readonly gate: Pick<Gate, "refused">;
  readonly guard: Guard;
  /** Agents that a person's words invite by a rule. Never throws: the words are on disk. */
  readonly invite: (spoken: Spoken, message: Message) => void | Promise<void>;
  /** True once the hub stops: callers who can see a refusal get one. */
  readonly isStopping: () => boolean;
}

export function createRoad(deps: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "settings">, parts: RoadParts): Road {
  const { gate, guard } = parts;
  const facing = { ...deps, choose: createChooseSession(deps) };
  const commit = createCommit(deps, parts);

  const refuse = async (spoken: Spoken, facts: Facts, decision: RefusedDecision): Promise<RoadOutcome> => {
    const about = recordFor(spoken, decision);
    if (about !== undefined) await gate.refused({ who: whoIs(spoken.by), name: nameOf(spoken.by), code: decision.code, about: about.slice(0, 200) });
    return { kind: "refused", why: decision.why, refusal: refusalFor(spoken, facts, decision) };
  };

  return {
    say: async (given) => {
      const spoken = withUrgency(given, deps.settings.prefix);
      if (spoken.where.kind === "thread" && parts.isStopping())
        return { kind: "refused", why: "stopping", refusal: new ParleyError("ShuttingDown", say(spoken.language, roadTexts.shuttingDown)) };
      const { facts, place } = await readFacts(facing, spoken);
      const decision = plan(spoken, facts);
      if (decision.to === "refusal") return refuse(spoken, facts, decision);
      if (decision.to === "repeat") return { kind: "repeated", made: decision.made };
      if (decision.to === "which") return { kind: "which", questions: decision.questions, word: decision.word };
      if (facts.thread === undefined) throw new ParleyError("Internal", "words were accepted for a thread that was not found");
      const guarded = guard(spoken, facts.thread);
      const pass = guarded instanceof Promise ? await guarded : guarded;
      try {
        const outcome = await commit(spoken, { ...place, thread: facts.thread }, decision, pass.sync);
        pass.done();
        if ((outcome.kind === "posted" || outcome.kind === "prompted") && !outcome.seen) await parts.invite(spoken, outcome.message);
        return outcome;
      } catch (cause) {
        const error = await pass.failed(cause);
        // Others were faster, after the facts were read.
        if (error instanceof ParleyError && error.code === "QueueFull") return refuse(spoken, facts, { to: "refusal", why: "full", code: "QueueFull" });
        throw error;
      }
    },
  };
}
