import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ParleyError } from "#domain/errors";
import { connect } from "./db.ts";
import { storeError } from "./sql-errors.ts";

/** A program that reads the audit or makes a backup is done by then. */
const patienceMs = 3_000;
const lookEveryMs = 50;

/**
 * Shows that nobody else has the store open, by the kernel's locks on the file itself: every connection in WAL mode holds a shared
 * one for as long as it is open. So a second hub is refused also when somebody has removed hub.lock. Throws HomeInUse.
 */
export async function beSoleUser(path: string): Promise<void> {
  if (path === ":memory:" || statSync(path, { throwIfNoEntry: false }) === undefined) return;
  const until = performance.now() + patienceMs;
  while (isOpenElsewhere(path)) {
    if (performance.now() > until)
      throw new ParleyError(
        "HomeInUse",
        `Another program has ${path} open, probably another hub. Stop it first, or start this one with another --home or store.url.`,
        { data: { path } },
      );
    await sleep(lookEveryMs);
  }
}

function isOpenElsewhere(path: string): boolean {
  try {
    using connection = connect(path, { timeoutMs: 0 });
    connection.script("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK;");
    return false;
  } catch (error) {
    // Whatever else is wrong with it is told when it is opened.
    return storeError(error, path).code === "StoreBusy";
  }
}
