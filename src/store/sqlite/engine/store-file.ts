import { statSync } from "node:fs";
import { ParleyError } from "#domain/errors";

/**
 * The open database by what it is, device and inode, and not by its name. After somebody has deleted, moved or replaced the file,
 * SQLite goes on writing to what it has open, and all of it is lost with the process. The same holds for its log.
 */
export interface StoreFile {
  /** Throws StoreGone when the path no longer leads to the open file. Cheap enough for every commit: it asks the kernel twice. */
  check(): void;
  /** Which of its files is not in its place; undefined when all is well. */
  missing(): string | undefined;
}

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

export function storeFile(path: string): StoreFile {
  if (path === ":memory:") return { check: () => {}, missing: () => undefined };
  const log = `${path}-wal`;
  const opened = identityOf(path);
  /** SQLite makes the log with its first write. */
  let openedLog: Identity | undefined;
  const missing = (): string | undefined => {
    if (!isSame(opened, identityOf(path))) return path;
    const found = identityOf(log);
    openedLog ??= found;
    return isSame(openedLog, found) ? undefined : log;
  };
  return {
    missing,
    check: () => {
      const file = missing();
      if (file !== undefined) throw gone(file);
    },
  };
}

function identityOf(path: string): Identity | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function isSame(a: Identity | undefined, b: Identity | undefined): boolean {
  return a?.ino === b?.ino && a?.dev === b?.dev;
}

function gone(path: string): ParleyError {
  return new ParleyError(
    "StoreGone",
    `${path} was deleted, moved or replaced while the hub runs, so this was not stored: it would be lost at the next start. Put the file back, or stop the hub and restore a backup.`,
    { data: { path } },
  );
}
