import type { Stats } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isId, type RunId } from "#domain/ids";
import { PathRejected, type PathGuard, type PathStep, normalizedName } from "#lib/fs/safe-path";

/** Files that Parley itself depends on. A workspace may contain them, be one of them, or lie inside one; commands cannot reach them. */
export interface OwnPlaces {
  readonly home: string;
  /** The running program: its code and its dependencies. Commands may read there. */
  readonly program: string;
  /** Configuration, store and log, wherever they are, including files named after them such as a store's `-wal`. */
  readonly files: readonly string[];
}

export interface Fenced {
  readonly root: string;
  readonly own: OwnPlaces;
  readonly deed: "read" | "write";
  /** The run whose own artifacts may be written. */
  readonly run?: RunId;
  /** The threads whose uploads and the runs whose artifacts may be touched, asked at each step; all of them if nothing is said. */
  readonly isOpen?: (folder: string) => boolean;
}

const homeFolders = ["artifacts", "invitations", "logs", "sessions"];
/** What the hub creates at the top of its home, temporary names included. */
const homeFile = /^(?:hub\.|parley\.|\.probe-)/;
const openToRead = ["uploads", "artifacts", "skills"];

/**
 * A guard for one path walk. It compares files by device and inode, so that no link, mount, hard link or spelling gets past it,
 * and by name what does not exist yet.
 */
export async function fence({ root, own, deed, run, isOpen = () => true }: Fenced): Promise<PathGuard> {
  const rootIs = await identityOf(root);
  const [home, program] = await Promise.all([own.home, own.program].map(identityOf));
  const inHome = await identitiesOf(homeFolders.map((name) => join(own.home, name)));
  const inRoot = await identitiesOf(["config", ".git", ".agents/sessions", ...(deed === "write" ? [".agents/skills"] : [])].map((name) => join(root, name)));
  const files = await identitiesOf(own.files);
  const places = await Promise.all(own.files.map(async (file) => ({ folder: await identityOf(dirname(file)), name: normalizedName(basename(file)) })));
  const closed = new Set([...inHome, ...inRoot, ...files, home, ...(deed === "write" ? [program] : [])]);
  const rootIsHome = rootIs !== undefined && rootIs === home;
  // Inside a root that is protected as a whole, only the open parts of `.agents` are left.
  const isShut = (deed === "write" && rootIs !== undefined && rootIs === program) || (await liesIn(root, inHome));

  const isOurs = ({ names, stats, parent }: PathStep): boolean => {
    const [first, ...rest] = names.map(normalizedName);
    if (first === undefined) return false;
    if (closed.has(identity(stats)) || isNamedOurs([first, ...rest], deed, run)) return true;
    if (isShut && first !== ".agents") return true;
    if (rootIsHome && rest.length === 0 && (homeFolders.includes(first) || homeFile.test(first))) return true;
    const [last = first] = rest.slice(-1);
    return places.some(({ folder, name }) => folder !== undefined && folder === identity(parent) && (last === name || /^[-.]/.test(after(last, name))));
  };
  return (passed) => {
    // What one may not see is not found.
    if (isOthersFolder(passed.names, isOpen)) throw new PathRejected("missing");
    if (isOurs(passed)) throw new PathRejected("own");
  };
}

/** `.agents/uploads/THREAD` or `.agents/artifacts/RUN`, or something in it, for one that is not open to the run. */
function isOthersFolder(names: readonly string[], isOpen: (folder: string) => boolean): boolean {
  const [first = "", second = "", folder] = names;
  if (normalizedName(first) !== ".agents" || folder === undefined) return false;
  const kind = normalizedName(second);
  return ((kind === "uploads" && isId("thr", normalizedName(folder))) || (kind === "artifacts" && isId("run", normalizedName(folder)))) && !isOpen(folder);
}

/** `.git` and the configuration wherever they are; the agents that may be invited; what the hub stores in `.agents`. */
function isNamedOurs(names: readonly string[], deed: Fenced["deed"], run: RunId | undefined): boolean {
  if (names.some((name) => name === ".git" || name === "parley.yaml")) return true;
  const [first, second, third] = names;
  if (first === "config") return true;
  if (first !== ".agents" || second === undefined || second === "uploads") return false;
  if (deed === "read") return !openToRead.includes(second);
  return second !== "artifacts" || (third !== undefined && third !== normalizedName(run ?? ""));
}

function after(name: string, start: string): string {
  return name.startsWith(start) ? name.slice(start.length) : "";
}

async function liesIn(root: string, folders: ReadonlySet<string>): Promise<boolean> {
  for (let at = await realpath(root).catch(() => root); ; at = dirname(at)) {
    const here = await identityOf(at);
    if (here !== undefined && folders.has(here)) return true;
    if (at === dirname(at)) return false;
  }
}

async function identitiesOf(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await Promise.all(paths.map(identityOf));
  return new Set(found.filter((one) => one !== undefined));
}

/** Undefined for a path that does not exist. */
async function identityOf(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats === undefined ? undefined : identity(stats);
}

/** The identity of a file or folder, independent of its name. */
export function identity(stats: Stats | undefined): string {
  return stats === undefined ? "" : `${stats.dev}:${stats.ino}`;
}
