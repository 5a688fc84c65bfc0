import { closeSync, constants, fstatSync, openSync, readdirSync } from "node:fs";
import type { PackedFile } from "./file-content.ts";

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;
const maxDepth = 100;

/** What is neither a file nor a folder is named to `left`: links, pipes, devices; and a folder that is too deep, names that cannot be read or have a backslash. */
export interface FileWalk {
  readonly skips: (path: string) => boolean;
  readonly left: (path: string) => void;
  /** Whether a file is meant; others are passed over. */
  readonly takes: (path: string) => boolean;
}

/**
 * The regular files below a folder, open until the walk goes on, in the order of their names. Folders are entered by open folders and
 * links are never followed, so that nothing a command swaps in meanwhile leads outside. For a thread of its own: it blocks.
 */
export function* walkFiles(root: string, walk: FileWalk): Generator<PackedFile> {
  const top = openSync(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    yield* below(top, [], walk);
  } finally {
    closeSync(top);
  }
}

function* below(folder: number, names: readonly string[], walk: FileWalk): Generator<PackedFile> {
  const entries = readdirSync(inFolder(folder, "."), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = [...names, entry.name].join("/");
    if (walk.skips(path)) continue;
    if (entry.name.includes("\\")) {
      // Windows takes it for a separator: `..\x` would be unpacked outside the folder that was chosen.
      if (walk.takes(path)) walk.left(path);
    } else if (!entry.isDirectory()) {
      if (walk.takes(path)) yield* regular(inFolder(folder, entry.name), path, entry.isFile(), walk);
    } else if (names.length >= maxDepth) {
      if (walk.takes(path)) walk.left(path);
    } else {
      const inner = openOrNot(inFolder(folder, entry.name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      // Gone or swapped since it was listed.
      if (inner === undefined) continue;
      try {
        yield* below(inner, [...names, entry.name], walk);
      } finally {
        closeSync(inner);
      }
    }
  }
}

function* regular(from: string, path: string, isFile: boolean, { left }: FileWalk): Generator<PackedFile> {
  // Without waiting for the other end, should it be a pipe by now.
  const fd = isFile ? openOrNot(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) : undefined;
  if (fd === undefined) return left(path);
  try {
    const stats = fstatSync(fd);
    if (stats.isFile()) yield { path, fd, mode: stats.mode, size: stats.size };
    else left(path);
  } finally {
    closeSync(fd);
  }
}

function inFolder(folder: number, name: string): string {
  return `/proc/self/fd/${folder}/${name}`;
}

function openOrNot(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags);
  } catch {
    return undefined;
  }
}
