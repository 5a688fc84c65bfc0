import { chmod, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ParleyError } from "#domain/errors";
import { makeFolder } from "#lib/fs/make-folder";

/** What the other verbs need to find the running hub. Whoever can read it is the operator. */
export interface HubNote {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
  readonly version: string;
}

/** Makes the home, for its owner alone, and shows that it can be written. */
export async function makeHome(home: string): Promise<void> {
  try {
    makeFolder(home);
    await chmod(home, 0o700);
    const probe = join(home, `.probe-${process.pid}`);
    await writeFile(probe, "");
    await rm(probe);
  } catch (cause) {
    const code = codeOf(cause);
    throw new ParleyError("HomeReadOnly", `The home ${home} cannot be written (${code}). ${mend(code)}`, { cause });
  }
}

/** In one piece or not at all. Returns the way to take it back. */
export async function writeNote(home: string, note: HubNote): Promise<() => Promise<void>> {
  const path = join(home, "hub.json");
  const half = `${path}.${process.pid}`;
  await writeFile(half, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  await rename(half, path);
  return () => rm(path, { force: true });
}

export function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}

function mend(code: string): string {
  if (code === "ENOSPC") return "The disk is full: free some space and start again.";
  if (code === "ENOTDIR" || code === "EEXIST") return "It is not a folder: choose another home with --home.";
  return "Make it writable for this user, or choose another home with --home or PARLEY_HOME.";
}
