import type { CommandContext } from "#domain/command";
import { ParleyError } from "#domain/errors";

const mostEntries = 20_000;
const mostInFolder = 5_000;
const maxDepth = 40;
/** What nobody searches unless they name it. */
const noise = new Set([".git", "node_modules", ".venv", ".agents"]);

export interface WalkedFile {
  readonly path: string;
}

/** The root is a path of its own for whoever walks it. */
export function foldersAbove(path: string): string {
  const trimmed = path.replace(/^\.\//, "").replace(/\/+$/, "");
  return trimmed === "" ? "." : trimmed;
}

/** The files below a folder in the order of their names, links not followed; what a command may not read is not there. */
export async function* walkWorkspace({ files, signal }: Pick<CommandContext, "files" | "signal">, folder: string): AsyncGenerator<WalkedFile, boolean> {
  let left = mostEntries;
  const pending = [{ path: foldersAbove(folder), depth: 0 }];
  for (let at = pending.shift(); at !== undefined; at = pending.shift()) {
    signal.throwIfAborted();
    const entries = await files.list(at.path, mostInFolder).catch((cause: unknown) => {
      // Also of use to somebody who may see only some of the folders below.
      if (cause instanceof ParleyError && at?.depth !== 0) return [];
      throw cause;
    });
    const inner: typeof pending = [];
    for (const { name, kind } of entries) {
      if (left-- <= 0) return true;
      const path = at.path === "." ? name : `${at.path}/${name}`;
      if (kind === "file") yield { path };
      if (kind === "folder" && !noise.has(name) && at.depth < maxDepth) inner.push({ path, depth: at.depth + 1 });
    }
    pending.unshift(...inner);
  }
  return false;
}
