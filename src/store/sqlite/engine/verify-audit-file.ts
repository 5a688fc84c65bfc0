import { existsSync } from "node:fs";
import type { AuditHead, AuditRecord, AuditVerdict } from "#domain/audit";
import { ParleyError } from "#domain/errors";
import { lastRecord, verifyChain, walkChain } from "#store/sqlite/verbs/audit";
import { readAuditHead } from "./audit-head-file.ts";
import { connect, type Db } from "./db.ts";
import { knownSchema } from "./migrate.ts";
import { storeError } from "./sql-errors.ts";

/** Verifies the audit chain of a store file without writing to it, even while a hub is using it. */
/** What the chain is held against besides itself. */
export interface HeadsElsewhere {
  /** The second place, a file in the home. */
  readonly file?: string;
  /** A head that somebody kept elsewhere. */
  readonly copied?: AuditHead;
}

export function verifyAuditFile(path: string, against: HeadsElsewhere = {}): Promise<AuditVerdict> {
  const { file, copied } = against;
  // Before the store: the file may lag behind, never be ahead.
  const others = [
    ...(file === undefined ? [] : [{ where: file, head: readAuditHead(file) }]),
    ...(copied === undefined ? [] : [{ where: "the head that was given", head: copied }]),
  ];
  return withAudit(path, (db) => verifyChain(db, others));
}

/** The number and hash of the last record, to be kept elsewhere. Undefined while there is none. */
export function auditFileHead(path: string): Promise<AuditHead | undefined> {
  return withAudit(path, async (db) => lastRecord(db));
}

/** Exports the chain from its beginning; a copy can be verified again. */
export function exportAuditFile(path: string, write: (record: AuditRecord) => void): Promise<void> {
  return withAudit(path, (db) => walkChain(db, write));
}

async function withAudit<T>(path: string, work: (db: Db) => Promise<T>): Promise<T> {
  if (!existsSync(path)) throw new ParleyError("NotFound", `There is no store at ${path}. Start the hub once, or specify its home with --home.`);
  try {
    return await on(path, false, work);
  } catch (error) {
    const failure = storeError(error, path);
    // On a read-only disk SQLite cannot create its WAL index; without a WAL it needs none.
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
  // A newer version may chain differently, and its records would look broken here.
  knownSchema(connection);
  return await work(connection.db);
}
