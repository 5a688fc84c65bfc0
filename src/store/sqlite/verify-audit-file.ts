import { existsSync } from "node:fs";
import type { AuditVerdict } from "#domain/audit";
import { ParleyError } from "#domain/errors";
import { verifyChain } from "./audit.ts";
import { connect } from "./db.ts";
import { storeError } from "./sql-errors.ts";

/** Walks the audit chain of a store file without writing to it, whether or not a hub runs on it. */
export async function verifyAuditFile(path: string): Promise<AuditVerdict> {
  if (!existsSync(path)) throw new ParleyError("NotFound", `There is no store at ${path}. Start the hub once, or name its home with --home.`);
  try {
    using connection = connect(path, { readOnly: true });
    return await verifyChain(connection.db);
  } catch (error) {
    throw storeError(error, path);
  }
}
