import type { Wake } from "#domain/store";
import type { Connection } from "./db.ts";
import { shuttingDown, storeError } from "./sql-errors.ts";
import { addWake } from "./wakes.ts";
import type { WakeSet } from "./wakes.ts";

/** State in memory that follows the file. */
interface Memory {
  /** Writes what it still holds back. */
  writeBack(): void;
  /** Forgets what a rollback made wrong. */
  reset(): void;
}

export interface Writer extends Disposable {
  /** Queues the verb for the commit at the end of this turn of the event loop. Resolves when it is on disk. */
  readonly write: <T>(verb: () => T) => Promise<T>;
  readonly wake: (wake: Wake) => void;
  readonly undo: (call: () => void) => void;
}

interface Job {
  readonly verb: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly value: unknown } | { readonly refused: unknown };

/** More than this waits for the next turn, so that a flood does not hold up everything else. */
const batchSize = 500;

/**
 * One writer, one commit per turn of the event loop. The verbs of a batch first run together in one transaction. If one
 * throws, everything is rolled back and they run again, each in its own savepoint: only the one that throws is refused.
 * So the usual batch pays for no savepoints.
 */
export function writerOf(connection: Connection, memory: Memory, emit: (wakes: WakeSet) => void): Writer {
  const { db } = connection;
  let queue: Job[] = [];
  let isClosed = false;
  let wakes: WakeSet = new Map();
  let undos: (() => void)[] = [];

  function rollBack(sql: string): void {
    // Memory first: it must not go on believing what a failing disk may also refuse to roll back.
    for (const undo of undos.toReversed()) undo();
    undos = [];
    wakes = new Map();
    memory.reset();
    if (connection.inTransaction()) for (const statement of sql.split(";")) db.run(statement);
  }

  function together(jobs: readonly Job[]): readonly Outcome[] {
    return jobs.map(({ verb }) => ({ value: verb() }));
  }

  function apart(jobs: readonly Job[]): readonly Outcome[] {
    const committed: { wakes: WakeSet; undos: (() => void)[] } = { wakes: new Map(), undos: [] };
    const outcomes = jobs.map(({ verb }): Outcome => {
      db.run("SAVEPOINT verb");
      try {
        const value = verb();
        // Written within the savepoint, so that forgetting memory after a later refusal loses nothing of this verb.
        memory.writeBack();
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

  function transaction(jobs: readonly Job[], run: (jobs: readonly Job[]) => readonly Outcome[]): readonly Outcome[] {
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

  function commit(jobs: readonly Job[]): readonly Outcome[] {
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

  function flush(): void {
    const jobs = queue.slice(0, batchSize);
    queue = queue.slice(batchSize);
    if (queue.length > 0) setImmediate(flush);
    if (jobs.length === 0) return;
    try {
      const outcomes = commit(jobs);
      outcomes.forEach((outcome, i) => {
        if ("refused" in outcome) jobs[i]?.reject(storeError(outcome.refused, connection.path));
        else jobs[i]?.resolve(outcome.value);
      });
    } catch (error) {
      const failure = storeError(error, connection.path);
      for (const job of jobs) job.reject(failure);
    }
    undos = [];
    const committed = wakes;
    wakes = new Map();
    if (committed.size > 0) emit(committed);
  }

  return {
    write: <T>(verb: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (isClosed) return reject(shuttingDown());
        queue.push({ verb, resolve: (value) => resolve(value as T), reject });
        if (queue.length === 1) setImmediate(flush);
        return undefined;
      }),
    wake: (wake) => addWake(wakes, wake),
    undo: (call) => {
      undos.push(call);
    },
    [Symbol.dispose]: () => {
      isClosed = true;
      while (queue.length > 0) flush();
    },
  };
}
