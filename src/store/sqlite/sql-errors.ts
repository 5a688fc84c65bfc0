import { ParleyError } from "#domain/errors";

// SQLite's primary result codes; the extended ones carry them in the low byte.
const busy = 5;
const readOnly = 8;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;
// The shared-memory file could not grow: a full disk, met in another place.
const shmSize = 4874;

// ENOENT is what making a folder with its parents gives on a read-only disk.
const cannotWrite: readonly string[] = ["EROFS", "EACCES", "EPERM", "ENOENT", "ENOTDIR"];

/** Turns what SQLite or the file system threw into a sentence for the person who runs the hub. A ParleyError stays as it is. */
export function storeError(error: unknown, path: string): ParleyError {
  if (error instanceof ParleyError) return error;
  const code = resultCode(error);
  if (code === shmSize || (code & 255) === full || systemCode(error) === "ENOSPC") {
    return new ParleyError("StoreFull", `The disk that holds ${path} is full, so this was not kept. Free some space and try again.`, { cause: error });
  }
  // What node says of a database that was closed.
  if (systemCode(error) === "ERR_INVALID_STATE") return shuttingDown(error);
  switch (code & 255) {
    case corrupt:
    case notADatabase:
      return new ParleyError(
        "StoreCorrupt",
        `${path} is damaged and cannot be read. Stop the hub, keep a copy of the file together with its -wal file, and put a backup in its place.`,
        { cause: error },
      );
    case readOnly:
    case cannotOpen:
      return readOnlyHome(path, error);
    case busy:
      return new ParleyError("StoreBusy", `Another program holds ${path} locked, so this was not kept. Try again, and end the other program if it goes on.`, {
        cause: error,
      });
    default:
      if (cannotWrite.includes(systemCode(error))) return readOnlyHome(path, error);
      return new ParleyError("Internal", `The store could not do this: ${messageOf(error)}.`, { cause: error });
  }
}

export function shuttingDown(cause?: unknown): ParleyError {
  return new ParleyError("ShuttingDown", "The hub is stopping, so this was not done. Try again when it runs again.", { cause });
}

function readOnlyHome(path: string, cause: unknown): ParleyError {
  return new ParleyError("HomeReadOnly", `${path} cannot be written. Give the hub's user the right to write there, or choose another folder with --home.`, {
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
