import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from "node:fs/promises";
import { isAbsolute } from "node:path";

/** Why a path leads nowhere that may be gone to. `busy` is a path that changed while it was walked. */
export type AstrayReason = "name" | "outside" | "secrets" | "own" | "missing" | "noFolder" | "notRegular" | "loop" | "denied" | "busy" | "platform";

export class Astray extends Error {
  override readonly name = "Astray";
  readonly why: AstrayReason;

  constructor(why: AstrayReason, cause?: unknown) {
    super(`the path leads astray: ${why}`, cause === undefined ? {} : { cause });
    this.why = why;
  }
}

/** A folder below the root, held open, and one name in it that is no link that was to be followed. */
export interface Spot extends AsyncDisposable {
  readonly folder: FileHandle;
  /** The folders from the root down to it, links resolved. */
  readonly names: readonly string[];
  readonly name: string;
  /** What stood there when it was looked at. Whoever opens it looks again. */
  readonly found: Stats | undefined;
}

/** One step of a walk: a folder that was entered, the root first, or what stands at the end. */
export interface Passed {
  /** From the root, links resolved; none for the root itself. */
  readonly names: readonly string[];
  /** Of what is there, by its own handle where it is a folder; undefined for a name that is free. */
  readonly stats: Stats | undefined;
  /** Of the folder that it is in; undefined for the root. */
  readonly parent: Stats | undefined;
}

/** Throws Astray where the walk must not go on. */
export type Guard = (passed: Passed) => void;

export interface WalkOptions {
  /** Only for the one reader of `secrets/.env`. */
  readonly entersSecrets?: boolean;
  /** The last part may be a link too. Whoever writes does not want that. */
  readonly followsLast: boolean;
  /** Folders that are missing are made, like their parents. */
  readonly makes?: boolean;
  readonly guard?: Guard;
}

const mostLinks = 40;
const mostChars = 4_096;
const ownFolder = "/proc/self/fd";

/** `name` in an open folder. Through the handle, so that no other folder can take its place between a look and the next step. */
export function within(folder: FileHandle, name: string): string {
  return `${ownFolder}/${folder.fd}/${name}`;
}

/**
 * Goes from `root` along `path`, one open folder at a time, and follows links itself: a link that leads out is not followed,
 * however often it is swapped for something else meanwhile. Hard links cannot be told from the file itself: whoever may make
 * one in the workspace can read its target anyway (the kernel's protected_hardlinks). Throws Astray.
 */
export async function walk(root: string, path: string, how: WalkOptions): Promise<Spot> {
  const real = await realpath(root).catch((cause: unknown) => astray(cause));
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
      if (name === undefined || folder === undefined) throw new Astray("notRegular");
      if (name === "..") {
        if (names.pop() === undefined) throw new Astray("outside");
        await stack.pop()?.close();
        continue;
      }
      checkName(name, how);
      const found = await look(folder, name);
      if (found?.isSymbolicLink() === true && (pending.length > 0 || how.followsLast)) {
        links += 1;
        if (links > mostLinks) throw new Astray("loop");
        const target = await readlink(within(folder, name)).catch((cause: unknown) => astray(cause));
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
      const entered = await openFolder(within(folder, name));
      stack.push(entered);
      names.push(name);
      guard?.({ names, stats: await entered.stat(), parent: await folder.stat() });
    }
  } catch (cause) {
    await closeAll(stack);
    throw cause;
  }
}

/** The regular file at the spot. Neither a pipe nor a device makes it wait, and what was checked is what is open. */
export async function openRegular({ folder, names, name, found }: Spot, guard?: Guard): Promise<{ readonly file: FileHandle; readonly stats: Stats }> {
  if (found === undefined) throw new Astray("missing");
  // Looked at before it is opened: opening a pipe or a device can already have an effect.
  if (!found.isFile()) throw new Astray("notRegular");
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;
  const file = await open(within(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY).catch((cause: unknown) => astray(cause));
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Astray("notRegular");
    guard?.({ names: [...names, name], stats, parent: await folder.stat() });
    return { file, stats };
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

/** The folder at the spot. */
export async function openFolderAt({ folder, name, found }: Spot): Promise<FileHandle> {
  if (found === undefined) throw new Astray("missing");
  return openFolder(within(folder, name));
}

async function openFolder(path: string): Promise<FileHandle> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((cause: unknown) => astray(cause));
}

async function look(folder: FileHandle, name: string): Promise<Stats | undefined> {
  try {
    return await lstat(within(folder, name));
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT") return astray(cause);
    await lstat(`${ownFolder}/${folder.fd}`).catch(() => {
      throw new Astray("platform");
    });
    return undefined;
  }
}

async function makeFolder(parent: FileHandle, name: string): Promise<void> {
  const like = await parent.stat();
  const made = await mkdir(within(parent, name), 0o700).then(
    () => true,
    (cause: unknown) => codeOf(cause) !== "EEXIST" && astray(cause),
  );
  if (!made) return;
  await using folder = await openFolder(within(parent, name));
  const { uid, gid } = like;
  await giveTo(folder, { uid, gid, mode: isSecrets(name) ? 0o700 : 0o700 | (like.mode & 0o055) });
}

/** A new file is as readable as the folder it is in, and writable for its owner alone. */
export function newFileIn(folder: Stats): Pick<Stats, "mode" | "uid" | "gid"> {
  return { mode: 0o600 | (folder.mode & 0o044), uid: folder.uid, gid: folder.gid };
}

/**
 * Mode and, where the hub may give things away, owner: a hub that runs as root leaves no files that the workspace's owner
 * cannot read. A file system without owners or modes has nothing to be set.
 */
export async function giveTo(file: FileHandle, like: Pick<Stats, "mode" | "uid" | "gid">): Promise<void> {
  const unlessImpossible = (cause: unknown): void => {
    if (!["EPERM", "ENOTSUP", "EINVAL"].includes(codeOf(cause))) throw cause;
  };
  if (process.getuid?.() === 0) await file.chown(like.uid, like.gid).catch(unlessImpossible);
  await file.chmod(like.mode & 0o777).catch(unlessImpossible);
}

function partsBelow(roots: readonly string[], path: string): readonly string[] {
  if (path === "" || path.length > mostChars || !path.isWellFormed() || /\p{Cc}/u.test(path)) throw new Astray("name");
  const root = isAbsolute(path) ? roots.find((one) => path === one || path.startsWith(one.endsWith("/") ? one : `${one}/`)) : "";
  if (root === undefined) throw new Astray("outside");
  return path
    .slice(root.length)
    .split("/")
    .filter((part) => part !== "" && part !== ".");
}

function checkName(name: string, { entersSecrets = false }: WalkOptions): void {
  if (!entersSecrets && isSecrets(name)) throw new Astray("secrets");
  if (Buffer.byteLength(name) > 255) throw new Astray("name");
}

export function isSecrets(name: string): boolean {
  return plainName(name) === "secrets";
}

/** However it is spelt: file systems differ in what they take for the same name. */
export function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
}

async function closeAll(files: readonly FileHandle[]): Promise<void> {
  for (const file of files) await file.close();
}

/** Throws what the system said about a path as Astray, and anything else as it is. */
export function astray(cause: unknown): never {
  switch (codeOf(cause)) {
    case "ENOENT":
      throw new Astray("missing", cause);
    case "ENOTDIR":
      throw new Astray("noFolder", cause);
    case "ELOOP":
    case "EINVAL":
      throw new Astray("busy", cause);
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "ENOTSUP":
      throw new Astray("denied", cause);
    case "ENAMETOOLONG":
      throw new Astray("name", cause);
    case "EISDIR":
    case "ENOTEMPTY":
    case "ENXIO":
    case "ENODEV":
      throw new Astray("notRegular", cause);
    default:
      throw cause;
  }
}

export function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
