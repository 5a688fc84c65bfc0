import type { Actor } from "#domain/people";
import type { ShareCount, Statistics } from "#domain/statistics";
import type { HubDeps } from "#hub/deps";
import type { Gate } from "./gate.ts";
import { roleNeeded } from "./role-needed.ts";

export interface NamedShare extends ShareCount {
  /** What people call it; null for somebody who was removed. */
  readonly name: string | null;
}

export interface NamedStatistics extends Statistics {
  readonly shares: readonly NamedShare[];
}

/** The hub's numbers, for those who may see them. */
export function createStatistics({ store, settings }: Pick<HubDeps, "store" | "settings">, gate: Gate) {
  return async (by: Actor, range: { readonly from: string; readonly to: string }): Promise<NamedStatistics> => {
    await gate.admit(by, "statistics", { what: "read the statistics", sentence: () => roleNeeded(settings.language, by, "admin") });
    const [{ days, shares }, people] = await Promise.all([store.statistics(range), store.people()]);
    const names = new Map<string, string>(people.map(({ id, name }) => [id, name]));
    return { days, shares: shares.map((one) => ({ ...one, name: one.by === "person" ? (names.get(one.key) ?? null) : one.key })) };
  };
}
