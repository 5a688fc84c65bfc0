import { chown, mkdir, readdir, rename, rm, stat, writeFile, copyFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { readRegularFile } from "#lib/fs/regular-file";

/** `data/code_delivery/{task}` and what is in it. */
export interface TaskFolder {
  readonly root: string;
  readonly workspace: string;
  readonly tmpfs: string;
  readonly logs: string;
  readonly artifacts: string;
  readonly todo: string;
}

const ownerFile = "task.json";
const ownerBytes = 4_096;
const owner = z.object({ installation: z.string() });

export function taskFolder(taskRoot: string, task: string): TaskFolder {
  const root = join(taskRoot, task);
  const at = (name: string): string => join(root, name);
  return { root, workspace: at("workspace"), tmpfs: at("tmpfs"), logs: at("logs"), artifacts: at("artifacts"), todo: at("todo.json") };
}

/** Who commands run as: never root. */
export function workerUser(own: { readonly uid: number; readonly gid: number }): { readonly uid: number; readonly gid: number } {
  return own.uid === 0 ? { uid: 1000, gid: 1000 } : own;
}

/** The folders, anew. `workspace` and `tmpfs` belong to the user that commands run as, the rest to the hub. */
export async function makeTaskFolder(
  folder: TaskFolder,
  about: { readonly installation: string; readonly at: number },
  user: { readonly uid: number; readonly gid: number },
): Promise<void> {
  await rm(folder.root, { recursive: true, force: true });
  await mkdir(folder.root, { recursive: true, mode: 0o700 });
  // First, so that a folder that is half made is known as ours too.
  await writeFile(join(folder.root, ownerFile), JSON.stringify(about), { mode: 0o600 });
  for (const path of [folder.logs, folder.artifacts, folder.workspace, folder.tmpfs, join(folder.tmpfs, "home")]) await mkdir(path, { mode: 0o700 });
  if (process.getuid?.() !== 0) return;
  for (const path of [folder.workspace, folder.tmpfs, join(folder.tmpfs, "home")]) await chown(path, user.uid, user.gid);
}

export async function removeTaskFolder(folder: TaskFolder): Promise<void> {
  await rm(folder.root, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes folders of tasks that are not alive; one of another installation that shares the place is left alone. */
export async function sweepTaskFolders(taskRoot: string, installation: string, isAlive: (task: string) => boolean): Promise<readonly string[]> {
  const entries = await readdir(taskRoot, { withFileTypes: true }).catch(() => []);
  const removed: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || isAlive(entry.name)) continue;
    const path = join(taskRoot, entry.name);
    const other = await readRegularFile(join(path, ownerFile), ownerBytes).then(
      (bytes) => owner.safeParse(JSON.parse(bytes.toString("utf8"))).data?.installation,
      () => undefined,
    );
    if (other === undefined ? !(await looksLikeTask(path)) : other !== installation) continue;
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
    removed.push(entry.name);
  }
  return removed;
}

/** A folder that nobody signed is a task's only if it has a task's shape: somebody may have put another one here. */
async function looksLikeTask(path: string): Promise<boolean> {
  if (/^tsk_\w+$/.test(basename(path))) return true;
  const workspace = await stat(join(path, "workspace")).catch(() => undefined);
  return workspace?.isDirectory() ?? false;
}

/** Moves an archive that could not be sent to where it outlives the task. */
export async function keepArchive(archive: string, keptDir: string): Promise<string> {
  await mkdir(keptDir, { recursive: true, mode: 0o755 });
  const kept = join(keptDir, basename(archive));
  await rename(archive, kept).catch(async () => copyFile(archive, kept));
  return kept;
}
