import type { Store } from "#domain/store";
import type { Clock } from "#lib/time/clock";
import type { Log } from "#lib/log";

/** Every write looks by itself; this is for a hub that nobody writes to. */
const lookEveryMs = 2_000;

/** Logs what is found wrong with the store, and what is right again, once each. Returns the way to stop. */
export function watchStore({ store, clock, log, changed }: { readonly store: Store; readonly clock: Clock; readonly log: Log; changed(): void }): () => void {
  let known = "[]";
  let cancel = (): void => {};
  const look = (): void => {
    const problems = store.problems();
    const now = JSON.stringify(problems);
    if (now !== known) {
      for (const { what, why, mend } of problems) log.error({ what }, `${why} ${mend}`);
      if (problems.length === 0) log.warn({}, "the store is in order again");
      changed();
    }
    known = now;
    cancel = clock.after(lookEveryMs, look);
  };
  look();
  return () => cancel();
}
