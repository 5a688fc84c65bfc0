import { lstatSync, realpathSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { dirname } from "node:path";
import { ParleyError } from "#domain/errors";

/**
 * The open database by what it is, device and inode, and not by its name. After somebody has deleted, moved or replaced the file,
 * SQLite goes on writing to what it has open, and all of it is lost with the process. The same holds for its log.
 */
export interface StoreFile {
  /** Throws StoreGone when the path no longer leads to the open file. Cheap enough for every commit: it asks the kernel once. */
  check(): void;
  /** Which of its files is not in its place; undefined when all is well. */
  missing(): string | undefined;
}

export function storeFile(path: string): StoreFile {
  if (path === ":memory:") return { check: () => {}, missing: () => undefined };
  const target = targetOf(path);
  // SQLite puts the log beside the file itself, not beside a link to it.
  const log = `${target}-wal`;
  const folders = [...new Set([dirname(path), dirname(target)])].map(watchFolder);
  const opened = identityOf(path);
  /** SQLite makes the log with its first write. */
  let openedLog: Identity | undefined;
  const look = (): string | undefined => {
    if (!isSame(opened, identityOf(path))) return path;
    const found = identityOf(log);
    openedLog ??= found;
    return isSame(openedLog, found) ? undefined : log;
  };
  const missing = (): string | undefined => {
    if (folders.map((folder) => folder.isUnchanged()).every(Boolean)) return undefined;
    const file = look();
    if (file === undefined) for (const folder of folders) folder.looked();
    return file;
  };
  return {
    missing,
    check: () => {
      const file = missing();
      if (file !== undefined) throw gone(file);
    },
  };
}

interface FolderWatch {
  /** Whether nothing in it was made, renamed or deleted since the last look. */
  isUnchanged(): boolean;
  /** A look has found all in its place. */
  looked(): void;
}

/** So long the folder's word is enough; it does not tell that something was mounted over a file. */
const trustMs = 1_000;
/** File systems may stamp two changes that follow each other with the same time; after this they never do. */
const stampMs = 20;

/**
 * A folder that says the same as before has the same files. Asking the files themselves would cost as much as half of a commit: since
 * Linux 6.13 a file whose times were asked for gets exact new ones with its next write.
 */
function watchFolder(path: string): FolderWatch {
  let known: Stats | undefined;
  let knownSince = 0;
  let askedAt = 0;
  let trustedUntil = 0;
  return {
    isUnchanged: () => {
      askedAt = performance.now();
      const found = statSync(path, noThrow);
      if (found !== undefined && known !== undefined && isSame(known, found) && known.mtimeMs === found.mtimeMs && known.ctimeMs === found.ctimeMs)
        return askedAt < trustedUntil;
      known = found;
      knownSince = askedAt;
      trustedUntil = 0;
      return false;
    },
    looked: () => {
      if (askedAt - knownSince > stampMs) trustedUntil = askedAt + trustMs;
    },
  };
}

function targetOf(path: string): string {
  return lstatSync(path, noThrow)?.isSymbolicLink() === true ? realpathSync(path) : path;
}

const noThrow = { throwIfNoEntry: false } as const;

interface Identity {
  readonly dev: number | bigint;
  readonly ino: number | bigint;
}

function isSame(one: Identity | undefined, other: Identity | undefined): boolean {
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev;
}

function identityOf(path: string): Identity | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function gone(path: string): ParleyError {
  return new ParleyError(
    "StoreGone",
    `${path} was deleted, moved or replaced while the hub runs, so this was not stored: it would be lost at the next start. Put the file back, or stop the hub and restore a backup.`,
    { data: { path } },
  );
}
