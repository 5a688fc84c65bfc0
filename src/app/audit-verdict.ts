import type { AuditVerdict } from "#domain/audit";
import { verifyAuditFile } from "#store/sqlite/verify-audit-file";

/** Works on the file alone, whether or not a hub runs on it. */
export function auditVerdict(path: string): Promise<AuditVerdict> {
  return verifyAuditFile(path);
}
