import { constants, type Dirent } from "node:fs";
import { open, readdir, type FileHandle } from "node:fs/promises";
import { defined } from "#lib/defined";
import { pathIn } from "#lib/fs/safe-path";

export interface TreeEntry {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link" | "other";
  /** The folder it is in. Open only until the walk goes on. */
  readonly folder: FileHandle;
  readonly name: string;
}

export interface TreeOptions {
  /** Neither it nor what is below it is visited. */
  readonly skips?: (path: string) => boolean;
  readonly signal?: AbortSignal;
}

const maxDepth = 100;
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;

/**
 * Everything below a folder in the order of its names, links not followed. Folders are entered by handle, so that a folder that a
 * command swaps for a link meanwhile is not followed.
 */
export async function* walkTree(root: string, options: TreeOptions = {}): AsyncGenerator<TreeEntry> {
  await using top = await open(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  yield* walk(top, [], options);
}

/**
 * The same for a folder below the root; paths are relative to that folder. It is reached from the root by handles too, because a
 * part of its path could be swapped for a link.
 */
export async function* walkBelow(root: string, folder: string, { skips, ...options }: TreeOptions = {}): AsyncGenerator<TreeEntry> {
  if (folder === "") {
    yield* walkTree(root, { ...options, ...defined({ skips }) });
    return;
  }
  const inside = `${folder}/`;
  const isOff = (path: string): boolean => (path.startsWith(inside) ? (skips?.(path.slice(inside.length)) ?? false) : !inside.startsWith(`${path}/`));
  for await (const entry of walkTree(root, { ...options, skips: isOff }))
    if (entry.path.startsWith(inside)) yield { ...entry, path: entry.path.slice(inside.length) };
}

async function* walk(folder: FileHandle, names: readonly string[], options: TreeOptions): AsyncGenerator<TreeEntry> {
  const entries = await readdir(pathIn(folder, "."), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    options.signal?.throwIfAborted();
    const path = [...names, entry.name].join("/");
    if (options.skips?.(path) === true) continue;
    yield { path, kind: kindOf(entry), folder, name: entry.name };
    if (!entry.isDirectory() || names.length >= maxDepth) continue;
    const inner = await open(pathIn(folder, entry.name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch(() => undefined);
    // Gone or swapped since it was listed.
    if (inner === undefined) continue;
    await using _closed = inner;
    yield* walk(inner, [...names, entry.name], options);
  }
}

/** A regular file of the walk, or undefined if it is none by now. Never waits for a pipe. */
export async function openEntry({ folder, name }: TreeEntry): Promise<FileHandle | undefined> {
  const file = await open(pathIn(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY).catch(() => undefined);
  if (file === undefined) return undefined;
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return undefined;
}

function kindOf(entry: Dirent): TreeEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}
