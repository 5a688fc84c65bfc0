import { existsSync } from "node:fs";
import type { AuditRecord, AuditVerdict } from "#domain/audit";
import { ParleyError } from "#domain/errors";
import { verifyChain, walkChain } from "./audit.ts";
import { connect, type Db } from "./db.ts";
import { knownSchema } from "./migrate.ts";
import { storeError } from "./sql-errors.ts";

/** Walks the audit chain of a store file without writing to it, whether or not a hub runs on it. */
export function verifyAuditFile(path: string): Promise<AuditVerdict> {
  return withAudit(path, verifyChain);
}

/** Hands out the chain from its beginning, as it stands; whoever keeps a copy can walk it again. */
export function exportAuditFile(path: string, write: (record: AuditRecord) => void): Promise<void> {
  return withAudit(path, (db) => walkChain(db, write));
}

async function withAudit<T>(path: string, work: (db: Db) => Promise<T>): Promise<T> {
  if (!existsSync(path)) throw new ParleyError("NotFound", `There is no store at ${path}. Start the hub once, or name its home with --home.`);
  try {
    return await on(path, false, work);
  } catch (error) {
    const failure = storeError(error, path);
    // On a read-only disk there is nowhere to put SQLite's index of the log; without a log none is needed.
    if (failure.code !== "HomeReadOnly" || existsSync(`${path}-wal`)) throw failure;
  }
  try {
    return await on(path, true, work);
  } catch (error) {
    throw storeError(error, path);
  }
}

async function on<T>(path: string, isStill: boolean, work: (db: Db) => Promise<T>): Promise<T> {
  using connection = connect(path, { readOnly: true, isStill });
  // A newer program may chain in another way: what it wrote would look broken here.
  knownSchema(connection);
  return await work(connection.db);
}
