import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ParleyError } from "#domain/errors";

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
    await mkdir(home, { recursive: true, mode: 0o700 });
    await chmod(home, 0o700);
    const probe = join(home, `.probe-${process.pid}`);
    await writeFile(probe, "");
    await rm(probe);
  } catch (cause) {
    const code = await trueCode(home, codeOf(cause));
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

/** Of a disk that is read-only Node says ENOENT when it was to make folders on the way; asked for the one folder, it says why. */
async function trueCode(home: string, code: string): Promise<string> {
  if (code !== "ENOENT") return code;
  return mkdir(home, { mode: 0o700 }).then(() => code, codeOf);
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}

function mend(code: string): string {
  if (code === "ENOSPC") return "The disk is full: free some space and start again.";
  if (code === "ENOTDIR" || code === "EEXIST") return "Something that is no folder stands in its place: name another home with --home.";
  return "Give this user the right to write there, or name another home with --home or PARLEY_HOME.";
}
