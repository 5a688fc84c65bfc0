import { ParleyError } from "#domain/errors";
import type { Wake } from "#domain/store";
import type { Connection } from "./db.ts";
import type { PendingChanges } from "./pending-changes.ts";
import type { StoreFile } from "./store-file.ts";
import { shuttingDown } from "./sql-errors.ts";
import { addWake } from "./wakes.ts";
import type { WakeSet } from "./wakes.ts";

export interface WriterParts {
  readonly connection: Connection;
  readonly file: StoreFile;
  readonly memory: PendingChanges;
  /** What was thrown, as a refusal. */
  readonly failed: (error: unknown) => ParleyError;
  readonly emit: (wakes: WakeSet) => void;
}

export interface Writer extends Disposable {
  /**
   * Queues the verb for the commit at the end of this turn of the event loop. Resolves when it is on disk. A refusal that the verb returns has
   * written nothing: it rejects like a thrown one, and nothing is rolled back for it.
   */
  readonly write: <T>(verb: () => T) => Promise<Exclude<T, ParleyError>>;
  readonly wake: (wake: Wake) => void;
  readonly undo: (call: () => void) => void;
}

interface Job {
  readonly queuedAt: number;
  readonly verb: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type JobOutcome = { readonly value: unknown } | { readonly refused: unknown };

/** How long a write waits for another program's lock before it is refused with StoreBusy, and how often it tries meanwhile. */
const busyPatienceMs = 5_000;
const busyRetryMs = 20;
/** A check of the file that is younger than this is not repeated before a commit; the check after the commit always runs. */
const trustMs = 50;

/** Any more wait for the next turn of the event loop, so that a flood does not block everything else. */
const batchSize = 500;

/**
 * One writer, one commit per turn of the event loop. The verbs of a batch first run together in one transaction. If one
 * throws, everything is rolled back and they run again, each in its own savepoint, so that only the failing one is rejected.
 * A batch without failures needs no savepoints.
 */
export function writerOf({ connection, file, memory, failed, emit }: WriterParts): Writer {
  const { db } = connection;
  // A statement that waits for a lock blocks the event loop, so writes wait in the queue instead.
  connection.waitForLocks(0);
  let queue: Job[] = [];
  let isClosed = false;
  let isScheduled = false;
  let checkedAt = -Infinity;
  let wakes: WakeSet = new Map();
  let undos: (() => void)[] = [];

  function rollBack(sql: string): void {
    // Memory first: a failing disk may also fail to roll back.
    for (const undo of undos.toReversed()) undo();
    undos = [];
    wakes = new Map();
    memory.reset();
    if (connection.inTransaction()) for (const statement of sql.split(";")) db.run(statement);
  }

  function together(jobs: readonly Job[]): readonly JobOutcome[] {
    return jobs.map(({ verb }) => ({ value: verb() }));
  }

  function apart(jobs: readonly Job[]): readonly JobOutcome[] {
    const committed: { wakes: WakeSet; undos: (() => void)[] } = { wakes: new Map(), undos: [] };
    // Here and after each verb, so that a later failure has nothing to read again.
    memory.settle();
    const outcomes = jobs.map(({ verb }): JobOutcome => {
      db.run("SAVEPOINT verb");
      try {
        const value = verb();
        // Written within the savepoint, so that clearing memory after a later failure loses nothing of this verb.
        memory.settle();
        db.run("RELEASE verb");
        for (const wake of wakes.values()) addWake(committed.wakes, wake);
        committed.undos.push(...undos);
        undos = [];
        wakes = new Map();
        return { value };
      } catch (error) {
        if (!connection.inTransaction()) throw error;
        rollBack("ROLLBACK TO verb;RELEASE verb");
        return { refused: error };
      }
    });
    wakes = committed.wakes;
    undos = committed.undos;
    return outcomes;
  }

  function transaction(jobs: readonly Job[], run: (jobs: readonly Job[]) => readonly JobOutcome[]): readonly JobOutcome[] {
    try {
      db.run("BEGIN IMMEDIATE");
      const outcomes = run(jobs);
      memory.writeBack();
      db.run("COMMIT");
      return outcomes;
    } catch (error) {
      rollBack("ROLLBACK");
      throw error;
    }
  }

  function commit(jobs: readonly Job[]): readonly JobOutcome[] {
    let refusal: unknown;
    try {
      return transaction(jobs, (all) => {
        try {
          return together(all);
        } catch (error) {
          refusal = error;
          throw error;
        }
      });
    } catch (error) {
      if (jobs.length > 1 && refusal !== undefined) return transaction(jobs, apart);
      throw error;
    }
  }

  /** After each commit, so that nothing is acknowledged that the next start would not find; before one unless that was just now. */
  function checkFile(): void {
    checkedAt = -Infinity;
    file.check();
    checkedAt = performance.now();
  }

  function schedule(retryMs?: number): void {
    if (isScheduled || isClosed) return;
    isScheduled = true;
    const run = (): void => {
      isScheduled = false;
      flush();
    };
    if (retryMs === undefined) setImmediate(run);
    else setTimeout(run, retryMs);
  }

  function flush(): void {
    const jobs = queue.slice(0, batchSize);
    queue = queue.slice(batchSize);
    if (jobs.length === 0) return;
    try {
      if (performance.now() - checkedAt > trustMs) checkFile();
      const outcomes = commit(jobs);
      checkFile();
      outcomes.forEach((outcome, i) => {
        if ("refused" in outcome) jobs[i]?.reject(failed(outcome.refused));
        else if (outcome.value instanceof ParleyError) jobs[i]?.reject(outcome.value);
        else jobs[i]?.resolve(outcome.value);
      });
    } catch (error) {
      const failure = failed(error);
      if (failure.code === "StoreBusy" && !isClosed) return waitForOthers(jobs, failure);
      for (const job of jobs) job.reject(failure);
    }
    if (queue.length > 0) schedule();
    undos = [];
    const committed = wakes;
    wakes = new Map();
    if (committed.size > 0) emit(committed);
  }

  /** Nothing of them was written. They keep their order, and give way to everything else until the lock is free. */
  function waitForOthers(jobs: readonly Job[], failure: ParleyError): void {
    const now = performance.now();
    const isLate = ({ queuedAt }: Job): boolean => now - queuedAt >= busyPatienceMs;
    for (const job of jobs.filter(isLate)) job.reject(failure);
    queue = [...jobs.filter((job) => !isLate(job)), ...queue];
    schedule(busyRetryMs);
  }

  return {
    write: <T>(verb: () => T) =>
      new Promise<Exclude<T, ParleyError>>((resolve, reject) => {
        if (isClosed) return reject(shuttingDown());
        queue.push({ queuedAt: performance.now(), verb, resolve: resolve as Job["resolve"], reject });
        schedule();
        return undefined;
      }),
    wake: (wake) => addWake(wakes, wake),
    undo: (call) => {
      undos.push(call);
    },
    [Symbol.dispose]: () => {
      if (isClosed) return;
      isClosed = true;
      // The last words may wait for a moment: nobody else is held up any more.
      connection.waitForLocks(1_000);
      while (queue.length > 0) flush();
    },
  };
}
