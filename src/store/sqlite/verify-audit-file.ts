import { existsSync } from "node:fs";
import type { AuditVerdict } from "#domain/audit";
import { ParleyError } from "#domain/errors";
import { verifyChain } from "./audit.ts";
import { connect } from "./db.ts";
import { knownSchema } from "./migrate.ts";
import { storeError } from "./sql-errors.ts";

/** Walks the audit chain of a store file without writing to it, whether or not a hub runs on it. */
export async function verifyAuditFile(path: string): Promise<AuditVerdict> {
  if (!existsSync(path)) throw new ParleyError("NotFound", `There is no store at ${path}. Start the hub once, or name its home with --home.`);
  try {
    return await verify(path, false);
  } catch (error) {
    const failure = storeError(error, path);
    // On a read-only disk there is nowhere to put SQLite's index of the log; without a log none is needed.
    if (failure.code !== "HomeReadOnly" || existsSync(`${path}-wal`)) throw failure;
  }
  try {
    return await verify(path, true);
  } catch (error) {
    throw storeError(error, path);
  }
}

async function verify(path: string, isStill: boolean): Promise<AuditVerdict> {
  using connection = connect(path, { readOnly: true, isStill });
  // A newer program may chain in another way: what it wrote would look broken here.
  knownSchema(connection);
  return await verifyChain(connection.db);
}
