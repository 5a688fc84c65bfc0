import { join } from "node:path";
import type { AuditHead, AuditRecord, AuditVerdict } from "#domain/audit";
import { formatHead, parseHead } from "#store/audit-chain";
import { auditFileHead, exportAuditFile, verifyAuditFile } from "#store/sqlite/engine/verify-audit-file";
import { defined } from "#lib/defined";

/** The second place for the head of the audit chain. */
export function auditHeadPath(home: string): string {
  return join(home, "audit-head");
}

/** Works on the files alone, whether or not a hub runs on them. `copied`: a head that was kept elsewhere. */
export function auditVerdict(path: string, home: string, copied?: AuditHead): Promise<AuditVerdict> {
  return verifyAuditFile(path, { file: auditHeadPath(home), ...defined({ copied }) });
}

/** The same, handed out record by record. */
export function auditExport(path: string, write: (record: AuditRecord) => void): Promise<void> {
  return exportAuditFile(path, write);
}

/** `N:HASH`; undefined while there is no record. */
export async function auditHead(path: string): Promise<string | undefined> {
  const head = await auditFileHead(path);
  return head && formatHead(head);
}

export function parseAuditHead(text: string): AuditHead | undefined {
  return parseHead(text);
}
