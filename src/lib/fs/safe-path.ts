import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from "node:fs/promises";
import { isAbsolute } from "node:path";

/** Why a path was rejected. `busy`: it changed while it was being walked. */
export type PathRejectedReason = "name" | "outside" | "secrets" | "own" | "missing" | "noFolder" | "notRegular" | "loop" | "denied" | "busy" | "platform";

export class PathRejected extends Error {
  override readonly name = "PathRejected";
  readonly why: PathRejectedReason;

  constructor(why: PathRejectedReason, cause?: unknown) {
    super(`path rejected: ${why}`, cause === undefined ? {} : { cause });
    this.why = why;
  }
}

/** Where a path leads: an open folder below the root, and a name in it. The name may be free. */
export interface PathTarget extends AsyncDisposable {
  readonly folder: FileHandle;
  /** The folders from the root down to this one, with links resolved. */
  readonly names: readonly string[];
  readonly name: string;
  /** What was there when the path was walked; check again after opening it. */
  readonly found: Stats | undefined;
}

/** One step of the walk: a folder that was entered (the root first), or the last name. */
export interface PathStep {
  /** Relative to the root, with links resolved; empty for the root itself. */
  readonly names: readonly string[];
  /** From the open handle for folders; undefined when the name is free. */
  readonly stats: Stats | undefined;
  /** Of the folder it is in; undefined for the root. */
  readonly parent: Stats | undefined;
}

/** Called at every step. Throws PathRejected to stop the walk. */
export type PathGuard = (passed: PathStep) => void;

export interface WalkOptions {
  /** Only for the code that reads `secrets/.env`. */
  readonly entersSecrets?: boolean;
  /** Whether to follow the last name if it is a link. Never when writing. */
  readonly followsLast: boolean;
  /** Create missing folders, with the owner and mode of their parents. */
  readonly makes?: boolean;
  readonly guard?: PathGuard;
}

const maxLinks = 40;
const maxChars = 4_096;
const fdFolder = "/proc/self/fd";

/** The path of `name` in an open folder. It goes through the handle, so the folder cannot be swapped between check and use. */
export function pathIn(folder: FileHandle, name: string): string {
  return `${fdFolder}/${folder.fd}/${name}`;
}

/**
 * Walks from `root` along `path`, one open folder at a time, and resolves links itself: a link that leads outside is rejected,
 * even if it is swapped in during the walk. Hard links cannot be distinguished from the file itself, but anyone who can create
 * one in the workspace can read its target anyway (the kernel's protected_hardlinks). Throws PathRejected.
 */
export async function walkPath(root: string, path: string, how: WalkOptions): Promise<PathTarget> {
  const real = await realpath(root).catch((cause: unknown) => rejectPath(cause));
  const pending = [...partsBelow([root, real], path)];
  const stack = [await openFolder(real)];
  const names: string[] = [];
  let links = 0;
  const { guard } = how;
  try {
    guard?.({ names, stats: await stack[0]?.stat(), parent: undefined });
    for (;;) {
      const name = pending.shift();
      const folder = stack.at(-1);
      if (name === undefined || folder === undefined) throw new PathRejected("notRegular");
      if (name === "..") {
        if (names.pop() === undefined) throw new PathRejected("outside");
        await stack.pop()?.close();
        continue;
      }
      checkName(name, how);
      const found = await look(folder, name);
      if (found?.isSymbolicLink() === true && (pending.length > 0 || how.followsLast)) {
        links += 1;
        if (links > maxLinks) throw new PathRejected("loop");
        const target = await readlink(pathIn(folder, name)).catch((cause: unknown) => rejectPath(cause));
        pending.unshift(...partsBelow([root, real], target));
        if (isAbsolute(target)) {
          names.length = 0;
          await closeAll(stack.splice(1));
        }
        continue;
      }
      if (pending.length === 0) {
        guard?.({ names: [...names, name], stats: found, parent: await folder.stat() });
        await closeAll(stack.splice(0, stack.length - 1));
        return { folder, names, name, found, [Symbol.asyncDispose]: () => folder.close() };
      }
      if (found === undefined && how.makes === true) await makeFolder(folder, name);
      const entered = await openFolder(pathIn(folder, name));
      stack.push(entered);
      names.push(name);
      guard?.({ names, stats: await entered.stat(), parent: await folder.stat() });
    }
  } catch (cause) {
    await closeAll(stack);
    throw cause;
  }
}

/** Opens a regular file. Never blocks on a pipe or a device, and the file that was checked is the file that is open. */
export async function openRegular(
  { folder, names, name, found }: PathTarget,
  guard?: PathGuard,
): Promise<{ readonly file: FileHandle; readonly stats: Stats }> {
  if (found === undefined) throw new PathRejected("missing");
  // Checked before opening: opening a pipe or a device can already have a side effect.
  if (!found.isFile()) throw new PathRejected("notRegular");
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;
  const file = await open(pathIn(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY).catch((cause: unknown) => rejectPath(cause));
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new PathRejected("notRegular");
    guard?.({ names: [...names, name], stats, parent: await folder.stat() });
    return { file, stats };
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

export async function openFolderAt({ folder, name, found }: PathTarget): Promise<FileHandle> {
  if (found === undefined) throw new PathRejected("missing");
  return openFolder(pathIn(folder, name));
}

/** The root itself, checked as the first step of a walk is. */
export async function openRoot(root: string, guard?: PathGuard): Promise<FileHandle> {
  const folder = await openFolder(await realpath(root).catch((cause: unknown) => rejectPath(cause)));
  try {
    guard?.({ names: [], stats: await folder.stat(), parent: undefined });
    return folder;
  } catch (cause) {
    await folder.close();
    throw cause;
  }
}

async function openFolder(path: string): Promise<FileHandle> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((cause: unknown) => rejectPath(cause));
}

async function look(folder: FileHandle, name: string): Promise<Stats | undefined> {
  try {
    return await lstat(pathIn(folder, name));
  } catch (cause) {
    if (errnoOf(cause) !== "ENOENT") return rejectPath(cause);
    await lstat(`${fdFolder}/${folder.fd}`).catch(() => {
      throw new PathRejected("platform");
    });
    return undefined;
  }
}

async function makeFolder(parent: FileHandle, name: string): Promise<void> {
  const like = await parent.stat();
  const made = await mkdir(pathIn(parent, name), 0o700).then(
    () => true,
    (cause: unknown) => errnoOf(cause) !== "EEXIST" && rejectPath(cause),
  );
  if (!made) return;
  await using folder = await openFolder(pathIn(parent, name));
  const { uid, gid } = like;
  await setOwnerAndMode(folder, { uid, gid, mode: isSecrets(name) ? 0o700 : 0o700 | (like.mode & 0o055) });
}

/** Owner and mode of a new file: as readable as its folder, writable by its owner only. */
export function newFileIn(folder: Stats): Pick<Stats, "mode" | "uid" | "gid"> {
  return { mode: 0o600 | (folder.mode & 0o044), uid: folder.uid, gid: folder.gid };
}

/**
 * Sets the mode and, when running as root, the owner, so that the workspace's owner can read what the hub wrote. File systems
 * without owners or modes are left as they are.
 */
export async function setOwnerAndMode(file: FileHandle, like: Pick<Stats, "mode" | "uid" | "gid">): Promise<void> {
  const unlessImpossible = (cause: unknown): void => {
    if (!["EPERM", "ENOTSUP", "EINVAL"].includes(errnoOf(cause))) throw cause;
  };
  if (process.getuid?.() === 0) await file.chown(like.uid, like.gid).catch(unlessImpossible);
  await file.chmod(like.mode & 0o777).catch(unlessImpossible);
}

function partsBelow(roots: readonly string[], path: string): readonly string[] {
  if (path === "" || path.length > maxChars || !path.isWellFormed() || /\p{Cc}/u.test(path)) throw new PathRejected("name");
  const root = isAbsolute(path) ? roots.find((one) => path === one || path.startsWith(one.endsWith("/") ? one : `${one}/`)) : "";
  if (root === undefined) throw new PathRejected("outside");
  return path
    .slice(root.length)
    .split("/")
    .filter((part) => part !== "" && part !== ".");
}

function checkName(name: string, { entersSecrets = false }: WalkOptions): void {
  if (!entersSecrets && isSecrets(name)) throw new PathRejected("secrets");
  if (Buffer.byteLength(name) > 255) throw new PathRejected("name");
}

export function isSecrets(name: string): boolean {
  return normalizedName(name) === "secrets";
}

/** One form for all spellings of a name: file systems differ in which names they treat as the same. */
export function normalizedName(name: string): string {
  return name
    .normalize("NFKC")
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
}

async function closeAll(files: readonly FileHandle[]): Promise<void> {
  for (const file of files) await file.close();
}

/** Rethrows a file system error about a path as PathRejected, and anything else unchanged. */
export function rejectPath(cause: unknown): never {
  switch (errnoOf(cause)) {
    case "ENOENT":
      throw new PathRejected("missing", cause);
    case "ENOTDIR":
      throw new PathRejected("noFolder", cause);
    case "ELOOP":
    case "EINVAL":
      throw new PathRejected("busy", cause);
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "ENOTSUP":
      throw new PathRejected("denied", cause);
    case "ENAMETOOLONG":
      throw new PathRejected("name", cause);
    case "EISDIR":
    case "ENOTEMPTY":
    case "ENXIO":
    case "ENODEV":
      throw new PathRejected("notRegular", cause);
    default:
      throw cause;
  }
}

export function errnoOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
