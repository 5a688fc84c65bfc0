import type { PersonSettingVerbs } from "#domain/person-settings";
import type { StatisticsVerbs } from "#domain/statistics";
import type { Tx } from "#store/sqlite/engine/tx";
import { personSettingVerbs } from "./person-settings.ts";
import { readStatistics } from "./statistics.ts";

type PageSteps = Parameters<typeof personSettingVerbs>[1] & {
  /** Messages are counted when they are indexed. */
  readonly catchUp: () => Promise<void>;
};

/** What the page alone asks for. */
export function pageVerbs(tx: Tx, { catchUp, ...steps }: PageSteps): PersonSettingVerbs & StatisticsVerbs {
  return {
    ...personSettingVerbs(tx, steps),
    statistics: async (range) => {
      await catchUp();
      return steps.read(() => readStatistics(tx.db, range));
    },
  };
}
