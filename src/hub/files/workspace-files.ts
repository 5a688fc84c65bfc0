import { opendir } from "node:fs/promises";
import type { Dirent } from "node:fs";
import type { Speech } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { isId, type RunId } from "#domain/ids";
import type { FileSink, Listed, RunArtifact, WorkspaceFiles } from "#domain/workspace";
import { PathRejected, type PathGuard, isSecrets, openFolderAt, openRegular, openRoot, type PathTarget, walkPath } from "#lib/fs/safe-path";
import { safeName } from "#lib/fs/safe-name";
import { say } from "#lib/words/words";
import { artifactsFolder, halfName } from "./partial-files.ts";
import { fence, identity, type Fenced, type OwnPlaces } from "./protected-paths.ts";
import { fileRefusal, shownBytes, shownPath } from "./file-refusal.ts";
import { type ByteBudget, openSink, OverBudget, type SinkOptions, Taken } from "./file-sink.ts";
import type { SeesFolder } from "./readable-folders.ts";
import { fileTexts } from "./texts.ts";

export interface WorkspaceFilesOptions {
  readonly root: string;
  readonly own: OwnPlaces;
  readonly run: RunId;
  /** What the run may write, all its files together. */
  readonly maxBytes: number;
  /** Whether the run may replace the file that it names so. */
  readonly mayReplace: (path: string) => boolean;
  readonly sees: SeesFolder;
  readonly speech: Pick<Speech, "language">;
}

/**
 * The files of one run. Disposing ends it: what is half written goes, and nothing is opened or written any more. A file that
 * the command opened to read is the command's own to close.
 */
export interface RunFiles extends WorkspaceFiles, AsyncDisposable {
  /** What the run wrote and finished, in that order. */
  made(): readonly RunArtifact[];
}

export function createWorkspaceFiles({ root, own, run, maxBytes, mayReplace, sees, speech: { language } }: WorkspaceFilesOptions): RunFiles {
  const budget: ByteBudget = { left: maxBytes };
  const made = new Map<string, RunArtifact>();
  const sinks = new Set<FileSink>();
  const sources = new Set<string>();
  let isOver = false;
  let halves = 0;
  const guards: Partial<Record<Fenced["deed"], Promise<PathGuard>>> = {};
  const seen = new Set<string>([run]);
  /** A thread or a run is asked about when a path names it; through a link that hides its name it stays closed. */
  const fenced = async (deed: Fenced["deed"], path: string): Promise<PathGuard> => {
    for (const name of path.split("/")) if ((isId("thr", name) || isId("run", name)) && !seen.has(name) && (await sees(name))) seen.add(name);
    return (guards[deed] ??= fence({ root, own, deed, run, isOpen: (folder) => seen.has(folder) }));
  };

  /** Every step of the run goes through here: refused in words, and not at all once the run is over. */
  const step = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    if (isOver) throw over(path);
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof Taken) throw existing(path);
      if (cause instanceof OverBudget) throw new ParleyError("TooLarge", say(language, fileTexts.outputTooLarge, { max: shownBytes(maxBytes) }), { cause });
      throw fileRefusal(language, path, cause);
    }
  };
  const over = (path: string): ParleyError => new ParleyError("Timeout", say(language, fileTexts.fileRunOver, { path: shownPath(path) }));
  const existing = (path: string): ParleyError =>
    new ParleyError("ConfirmRequired", say(language, fileTexts.fileExists, { path: shownPath(path) }), { data: { path: shownPath(path) } });

  const sinkAt = async (path: string, target: PathTarget, how: Pick<SinkOptions, "note" | "ifTaken">): Promise<FileSink> => {
    halves += 1;
    const sink = await openSink(target, { ...how, half: halfName(run, halves), budget }).catch(async (cause: unknown) => {
      await target[Symbol.asyncDispose]();
      throw cause;
    });
    sinks.add(sink);
    const close = async (): Promise<void> => {
      sinks.delete(sink);
      await sink[Symbol.asyncDispose]();
    };
    // The run may have ended while it was being opened.
    if (isOver) await close().then(() => Promise.reject(over(path)));
    return {
      write: (chunk) => step(path, () => sink.write(chunk)),
      finish: () => step(path, () => sink.finish().then(record)),
      [Symbol.asyncDispose]: close,
    };
  };
  const record = (artifact: RunArtifact): RunArtifact => {
    made.delete(artifact.path);
    made.set(artifact.path, artifact);
    return artifact;
  };

  /** `.` is the workspace itself, which no walk ends at. */
  const folderAt = async (path: string, guard: PathGuard) => {
    if (path === ".") return openRoot(root, guard);
    await using target = await walkPath(root, path, { followsLast: true, guard });
    return await openFolderAt(target);
  };

  return {
    open: (path, most) =>
      step(path, async () => {
        const guard = await fenced("read", path);
        await using target = await walkPath(root, path, { followsLast: true, guard });
        const { file, stats } = await openRegular(target, guard);
        sources.add(identity(stats));
        if (stats.size <= most) return { fd: file.fd, bytes: stats.size, name: target.name, [Symbol.asyncDispose]: () => file.close() };
        await file.close();
        const data = { path: shownPath(path), size: shownBytes(stats.size), max: shownBytes(most) };
        throw new ParleyError("TooLarge", say(language, fileTexts.fileTooLarge, data), { data });
      }),

    list: (path, most) =>
      step(path, async () => {
        await using folder = await folderAt(path, await fenced("read", path));
        const found: Listed[] = [];
        for await (const entry of await opendir(`/proc/self/fd/${folder.fd}`)) {
          if (!isSecrets(entry.name)) found.push({ name: entry.name, kind: kindOf(entry) });
          if (found.length >= mostListed) break;
        }
        return found.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, most);
      }),

    create: (path, { confirm, mime, description, isEdit = false }) =>
      step(path, async () => {
        if (path.endsWith("/")) throw new PathRejected("notRegular");
        const target = await walkPath(root, path, { followsLast: false, guard: await fenced("write", path) }).catch((cause: unknown) => {
          if (!(cause instanceof PathRejected && ["missing", "noFolder"].includes(cause.why))) throw cause;
          throw new ParleyError("NotFound", say(language, fileTexts.fileFolderMissing, { path: shownPath(path) }), { cause, data: { path: shownPath(path) } });
        });
        const { found } = target;
        if (found !== undefined && !isEdit && sources.has(identity(found))) {
          await target[Symbol.asyncDispose]();
          throw new ParleyError("InvalidArgs", say(language, fileTexts.fileIsSource, { path: shownPath(path) }), {
            data: { path: shownPath(path), why: "source" },
          });
        }
        if (found !== undefined && !(found.isFile() && confirm)) {
          await target[Symbol.asyncDispose]();
          if (found.isSymbolicLink()) throw new ParleyError("InvalidArgs", say(language, fileTexts.fileIsLink, { path: shownPath(path) }));
          if (!found.isFile()) throw new PathRejected("notRegular");
          throw existing(path);
        }
        if (found !== undefined && !mayReplace(path)) {
          await target[Symbol.asyncDispose]();
          // It was not there when it was asked about.
          throw new PathRejected("busy");
        }
        return sinkAt(path, target, { note: { mime, description }, ifTaken: confirm && mayReplace(path) ? "replace" : "refuse" });
      }),

    makeFolder: (path) =>
      step(path, async () => {
        const guard = await fenced("write", path);
        const isThere = async (): Promise<boolean> => {
          await using target = await walkPath(root, path, { followsLast: true, guard });
          if (target.found !== undefined && !target.found.isDirectory()) throw new PathRejected("notRegular");
          return target.found !== undefined;
        };
        if (await isThere().catch(unlessMissing)) return false;
        // A name below it makes the folders on the way, each as readable as the one above.
        await using _made = await walkPath(root, `${path}/x`, { followsLast: false, makes: true, guard });
        return true;
      }),

    artifact: (name, note) => {
      const path = `${artifactsFolder}/${run}/${ownName(name)}`;
      return step(path, async () => {
        const guard = await fenced("write", path);
        return sinkAt(path, await walkPath(root, path, { followsLast: false, makes: true, guard }), { note, ifTaken: "number" });
      });
    },

    made: () => [...made.values()],

    [Symbol.asyncDispose]: async () => {
      isOver = true;
      for (const sink of sinks) await sink[Symbol.asyncDispose]();
    },
  };
}

/** A folder on the way may be missing too. */
function unlessMissing(cause: unknown): false {
  if (cause instanceof PathRejected && cause.why === "missing") return false;
  throw cause;
}

const mostListed = 10_000;

/** A name that `open` would not find again is of no use. */
export function ownName(name: string): string {
  const safe = safeName(name);
  return isSecrets(safe) ? `_${safe}` : safe;
}

function kindOf(entry: Dirent): Listed["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}
