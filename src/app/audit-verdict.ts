import type { AuditRecord, AuditVerdict } from "#domain/audit";
import { exportAuditFile, verifyAuditFile } from "#store/sqlite/verify-audit-file";

/** Works on the file alone, whether or not a hub runs on it. */
export function auditVerdict(path: string): Promise<AuditVerdict> {
  return verifyAuditFile(path);
}

/** The same, handed out record by record. */
export function auditExport(path: string, write: (record: AuditRecord) => void): Promise<void> {
  return exportAuditFile(path, write);
}
