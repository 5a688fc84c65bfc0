import { z } from "zod";
import { costOf } from "#agents/kit/model/model-cost";
import { BudgetSpent } from "#agents/kit/model/model-failed";
import type { Model, ModelUsage } from "#agents/kit/model/model";
import type { Config } from "#config/config";
import type { Store } from "#domain/store";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time/clock";
import { dayIn, minuteIn, nextAt } from "#lib/time/zoned-time";

/** What all agents of this hub together may spend on the model in a day, also over restarts. */
export interface ModelBudget {
  /** The same model, that rejects with BudgetSpent once the day's budget is used up. */
  bound(model: Model): Model;
}

const owner = "model-budget";
const saveEveryMs = 5_000;
const stored = z.object({ day: z.string(), tokens: z.number(), usd: z.number() });

export interface BudgetParts {
  readonly store: Pick<Store, "memory" | "remember">;
  readonly clock: Clock;
  readonly log: Log;
  readonly zone: string;
}

export function createModelBudget({ budgetPerDay, prices }: NonNullable<Config["model"]>, { store, clock, log, zone }: BudgetParts): ModelBudget {
  let spent: z.output<typeof stored> | undefined;
  /** When the day is over that `spent` is about. */
  let endsAt = 0;
  let saving = false;
  let loading: ReturnType<Store["memory"]> | undefined;

  const today = async (): Promise<z.output<typeof stored>> => {
    const now = clock.now();
    if (spent !== undefined && now < endsAt) return spent;
    const day = dayIn(zone, now);
    endsAt = nextAt(zone, now, 0, 0);
    loading ??= store.memory(owner);
    const kept = stored.safeParse(await loading).data;
    // Somebody else may have waited for the same.
    const before = spent ?? kept;
    return (spent = before?.day === day ? before : { day, tokens: 0, usd: 0 });
  };

  /** Nobody waits for it, and it is not written at every step: a kill forgets a few seconds. */
  const save = (): void => {
    if (saving || spent === undefined) return;
    saving = true;
    const saved = spent;
    store
      .remember(owner, saved)
      .catch((cause: unknown) => log.warn({ cause }, "failed to store what was spent on the model"))
      .finally(() => {
        clock.after(saveEveryMs, () => {
          saving = false;
          if (saved !== spent) save();
        });
      });
  };

  const check = async (): Promise<void> => {
    const { tokens, usd } = await today();
    const { usd: mostUsd, tokens: mostTokens } = budgetPerDay;
    const refuse = (used: string, budget: string): never => {
      throw new BudgetSpent({ spent: used, budget, until: minuteIn(zone, endsAt) });
    };
    if (mostUsd !== undefined && usd >= mostUsd) refuse(`$${usd.toFixed(2)}`, `$${mostUsd.toFixed(2)}`);
    if (mostTokens !== undefined && tokens >= mostTokens) refuse(`${tokens} tokens`, `${mostTokens} tokens`);
  };

  const add = async (used: ModelUsage): Promise<void> => {
    const before = await today();
    const usd = costOf(prices, used) ?? 0;
    spent = { day: before.day, tokens: before.tokens + used.inputTokens + used.outputTokens, usd: before.usd + usd };
    save();
  };

  return {
    bound: (model) => ({
      name: model.name,
      step: async (request, on, signal) => {
        await check();
        const step = await model.step(request, on, signal);
        await add(step.usage);
        return step;
      },
    }),
  };
}
