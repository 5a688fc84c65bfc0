import { ParleyError } from "#domain/errors";

// SQLite's primary result codes; the extended ones carry them in the low byte.
const busy = 5;
const readOnly = 8;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;
// The shared-memory file could not grow, which also means a full disk.
const shmSize = 4874;

// Creating a folder with its parents on a read-only disk gives ENOENT.
const cannotWrite: readonly string[] = ["EROFS", "EACCES", "EPERM", "ENOENT", "ENOTDIR"];

/** Converts SQLite and file system errors into messages for the operator. A ParleyError is returned unchanged. */
export function storeError(error: unknown, path: string): ParleyError {
  if (error instanceof ParleyError) return error;
  const code = resultCode(error);
  if (code === shmSize || (code & 255) === full || systemCode(error) === "ENOSPC") {
    return new ParleyError("StoreFull", `The disk with ${path} is full, so this was not stored. Free some space and try again.`, { cause: error });
  }
  if (error instanceof DamagedRow) return corruptStore(path, error);
  // Node's error for a closed database.
  if (systemCode(error) === "ERR_INVALID_STATE") return shuttingDown(error);
  switch (code & 255) {
    case corrupt:
    case notADatabase:
      return corruptStore(path, error);
    case readOnly:
    case cannotOpen:
      return readOnlyHome(path, error);
    case busy:
      return new ParleyError(
        "StoreBusy",
        `Another program has locked ${path}, so this was not stored. Try again, and stop the other program if the problem persists.`,
        {
          cause: error,
          data: { retry_after: 1 },
        },
      );
    default:
      if (cannotWrite.includes(systemCode(error))) return readOnlyHome(path, error);
      return new ParleyError("Internal", `The store failed: ${messageOf(error)}.`, { cause: error });
  }
}

/** A row holds something that was never written like that. */
export class DamagedRow extends Error {
  override readonly name = "DamagedRow";
}

export const damagedAdvice = "Stop the hub, keep a copy of the file and its -wal file, and restore a backup.";

function corruptStore(path: string, cause: unknown): ParleyError {
  return new ParleyError("StoreCorrupt", `${path} is damaged and cannot be read. ${damagedAdvice}`, { cause });
}

export function shuttingDown(cause?: unknown): ParleyError {
  return new ParleyError("ShuttingDown", "The hub is shutting down, so this was not done. Try again after the restart.", { cause });
}

function readOnlyHome(path: string, cause: unknown): ParleyError {
  return new ParleyError("HomeReadOnly", `${path} is not writable. Give the hub's user write permission, or choose another folder with --home.`, {
    cause,
  });
}

function resultCode(error: unknown): number {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : 0;
}

function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
