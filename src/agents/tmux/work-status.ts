import type { WorkStatus } from "#domain/work";
import { defined } from "#lib/defined";
import type { Profile, ScreenState } from "./profile.ts";
import type { TurnRun } from "./turn-run.ts";

/** A CLI that works redraws its screen all the time. */
const stalledAfterMs = 30_000;

/** What the CLI is doing, as its screen and its record tell it. `quietMs`: how long nothing has moved. Undefined: that is not to be seen. */
export function workStatus(run: TurnRun, state: ScreenState, { isWorkShown }: Pick<Profile, "isWorkShown">, quietMs: number): WorkStatus | undefined {
  if (state.kind !== "busy" && (state.kind !== "ready" || isWorkShown !== false)) return undefined;
  const shown: WorkStatus = (state.kind === "busy" ? state.status : undefined) ?? { doing: "working" };
  const { waits, underWay } = run.record;
  if (waits !== undefined) return waits;
  if (quietMs >= stalledAfterMs && run.asks.size === 0) return { doing: "stalled", ...defined({ what: underWay }) };
  return shown.doing === "working" && shown.what === undefined && underWay !== undefined ? { ...shown, what: underWay } : shown;
}
