import { renameSync, rmSync, writeFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import type { AuditHead } from "#domain/audit";
import { readRegularFileSync } from "#lib/fs/regular-file";
import { parseHead, formatHead } from "#store/audit-chain";

/** How far the file may lag behind the store. Verifying allows for it: the file never knows a record that the store does not. */
const writeAfterMs = 250;

/**
 * The number and hash of the last record, in a second place: somebody who cuts or rewrites the end of the chain in the store must
 * find and forge this too. Written at most four times a second.
 */
export interface AuditHeadFile extends AsyncDisposable {
  /** The chain has grown, or will have with the commit under way. */
  touch(): void;
}

export function auditHeadFile(path: string, head: () => AuditHead | undefined): AuditHeadFile {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const half = `${path}.part`;

  const write = async (): Promise<void> => {
    timer = undefined;
    const now = head();
    if (now === undefined) return;
    try {
      await writeFile(half, `${formatHead(now)}\n`, { mode: 0o600, flush: true });
      await rename(half, path);
    } catch {
      // A full disk, above all. The older head still counts, and the next record tries again.
      await rm(half, { force: true }).catch(() => undefined);
    }
  };

  return {
    touch: () => {
      timer ??= setTimeout(() => {
        writing = writing.then(write);
      }, writeAfterMs).unref();
    },
    [Symbol.asyncDispose]: async () => {
      const isDue = timer !== undefined;
      clearTimeout(timer);
      timer = undefined;
      await writing;
      const now = isDue ? head() : undefined;
      if (now !== undefined) writeAuditHead(path, now);
    },
  };
}

/** At once, for the first and the last moment of a store. Never throws: the chain itself does not depend on it. */
export function writeAuditHead(path: string, head: AuditHead): void {
  const half = `${path}.part`;
  try {
    writeFileSync(half, `${formatHead(head)}\n`, { mode: 0o600, flush: true });
    renameSync(half, path);
  } catch {
    rmSync(half, { force: true });
  }
}

/** What the second place says; "missing" and "unreadable" are what somebody who forges the chain would leave behind. */
export function readAuditHead(path: string): AuditHead | "missing" | "unreadable" {
  try {
    return parseHead(readRegularFileSync(path, 200).toString("utf8").trim()) ?? "unreadable";
  } catch (cause) {
    return cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR") ? "missing" : "unreadable";
  }
}
