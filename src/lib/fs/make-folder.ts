import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it, for its owner alone; one that is there stays as it is. Instead of Node's `recursive`, which
 * never returns where folders cannot be made although the one above exists (below /proc, for example), and which reports a
 * read-only disk as ENOENT.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "EEXIST" && statSync(path).isDirectory()) return;
    const above = dirname(path);
    if (code !== "ENOENT" || above === path || isThere(above)) throw cause;
    makeFolder(above);
    mkdirSync(path, { mode: 0o700 });
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
