import { ParleyError } from "#domain/errors";
import { nameOf, whoIs, type Actor } from "#domain/people";
import type { Thread } from "#domain/thread";
import { say } from "#lib/words/words";
import { hubLine } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import type { Guard, GuardPass } from "#hub/road/road";
import type { InStep, Spoken } from "#hub/road/incoming-message";
import type { LoopBudget } from "./budget.ts";
import type { PostGuard } from "./post-guard.ts";
import type { Presence } from "./presence.ts";
import type { Sync } from "./sync.ts";
import { busTexts } from "./texts.ts";
import type { Typing } from "./typing.ts";

/** Time does not refill a budget; a client that only knows how to come back later does no harm with this. */
const budgetRetrySeconds = 60;
const unsynced: InStep = { unsynced: true };
const free: GuardPass = { done: () => {}, failed: async (cause) => cause };

export interface GuardParts {
  readonly guard: PostGuard;
  readonly sync: Sync;
  readonly budget: LoopBudget;
  readonly presence: Presence;
  readonly typing: Pick<Typing, "set">;
}

export interface Guards {
  /**
   * Content, place, rate and budget of what agents say, at every entrance and whether it is a line or a prompt; and of what people say over
   * the bus. Words from chats, the page and third parties pass freely.
   */
  readonly guardLine: Guard;
  /** The same for a file of an agent's, which the hub announces in the thread. Returns how to take back what was counted. */
  guardFile(by: Actor, thread: Thread, names: readonly string[]): Promise<() => void>;
}

export function createGuards({ store, clock, newId, settings }: Pick<HubDeps, "store" | "clock" | "newId" | "settings">, parts: GuardParts): Guards {
  const { guard, sync, budget, presence, typing } = parts;
  const { language } = settings;

  /** The thread reads it once for each time that the budget is used up, however often they try. */
  const overBudget = async (thread: Thread, usedUpAt: number): Promise<ParleyError> => {
    const text = say(language, busTexts.loopBudget, { topic: thread.topic });
    const at = clock.now();
    await store.accept({ key: `budget:${thread.id}:${usedUpAt}`, at, message: hubLine(newId, thread.id, at, text), fan: true });
    return new ParleyError("LoopBudget", text, { data: { retry_after: budgetRetrySeconds } });
  };

  const guardLine: Guard = (spoken, thread) => (spoken.by.kind !== "agent" && spoken.inStep === undefined ? free : held(spoken, thread));

  const held = async ({ by, text, meta, inStep }: Spoken, thread: Thread): Promise<GuardPass> => {
    const step = inStep ?? unsynced;
    await guard.clean(by, text, meta);
    const check = await sync.check(by, thread, step);
    const takeBack = await guard.take(by);
    const failed = async (cause: unknown): Promise<unknown> => {
      takeBack();
      return sync.refusal(by, thread, step, check, cause);
    };
    if (by.kind === "agent") {
      presence.seen(by.id, "posted", thread.id);
      const usedUpAt = await budget.spend(thread.id);
      if (usedUpAt !== undefined) throw await failed(await overBudget(thread, usedUpAt));
    }
    const done = (): void => typing.set({ thread: thread.id, who: whoIs(by), name: nameOf(by) }, false);
    return check === undefined ? { done, failed } : { done, failed, sync: check };
  };

  return {
    guardLine,
    guardFile: async (by, thread, names) => {
      if (by.kind !== "agent") return () => {};
      await guard.cleanWords(by, ...names);
      const takeBack = await guard.take(by);
      presence.seen(by.id, "posted", thread.id);
      const usedUpAt = await budget.spend(thread.id, thread.seq);
      if (usedUpAt === undefined) return takeBack;
      takeBack();
      throw await overBudget(thread, usedUpAt);
    },
  };
}
