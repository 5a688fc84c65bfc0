import type { ParleyError } from "#domain/errors";
import type { RedLine } from "#domain/status";
import { damagedAdvice, storeError } from "./sql-errors.ts";
import type { StoreFile } from "./store-file.ts";

const auditAdvice = "Keep a copy of the store and of audit-head, and run parley audit verify. Did somebody restore one of the two without the other?";

/** What is wrong with the store while the hub runs, for those who look at its status. */
export interface StoreHealth {
  /** What was thrown, as a refusal; remembered if it says that the file is damaged. */
  readonly failed: (error: unknown) => ParleyError;
  problems(): readonly RedLine[];
}

export function storeHealth(path: string, file: StoreFile, audit?: { readonly reason: string }): StoreHealth {
  let isDamaged = false;
  const goneNow = (): readonly RedLine[] => {
    const missing = file.missing();
    if (missing === undefined) return [];
    const why = `${missing} was deleted, moved or replaced while the hub runs. Nothing more is accepted.`;
    return [{ what: "store", why, mend: "Put the file back, or stop the hub and restore a backup." }];
  };
  return {
    failed: (error) => {
      const failure = storeError(error, path);
      if (failure.code === "StoreCorrupt") isDamaged = true;
      return failure;
    },
    problems: () => [
      ...(audit === undefined ? [] : [{ what: "audit", why: `When the hub started, the audit log was broken. ${audit.reason}`, mend: auditAdvice }]),
      ...goneNow(),
      ...(isDamaged ? [{ what: "store", why: `${path} is damaged: parts of it cannot be read. The rest still works.`, mend: damagedAdvice }] : []),
    ],
  };
}
