import type { HubDeps } from "#hub/deps";
import { removeHalves } from "#hub/files/partial-files";
import { noteTo } from "#hub/outbox/note-to";
import { interruptedRecord } from "./run-record.ts";
import { interrupted } from "./shown-run.ts";

/** After a restart: runs that were cut short are reported as interrupted and never run again. */
export async function endInterruptedRuns(deps: Pick<HubDeps, "store" | "clock" | "settings" | "log">): Promise<void> {
  const { store, clock, settings } = deps;
  for (const run of await store.openRuns()) {
    await removeHalves(deps, run);
    const outcome = interrupted(run, settings.language);
    const at = clock.now();
    const reply = run.address === undefined ? [] : [noteTo(run.address, outcome.message)];
    await store.endRun({ ...outcome, id: run.id, at }, [{ at, kind: "run", who: run.who, data: interruptedRecord(run) }], reply);
  }
}
