import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import type { Run } from "#domain/command";
import type { RunId } from "#domain/ids";
import { PathRejected, type PathTarget, walkPath, pathIn } from "#lib/fs/safe-path";
import type { HubDeps } from "#hub/deps";

export const artifactsFolder = ".agents/artifacts";

/** What a file of a run is called until it is whole. */
export function halfName(run: RunId, number: number): string {
  return `.${run}-${number}.part`;
}

/** What a run that a kill cut short had half written: beside the file that its line named, and in its own folder. Never fails. */
export async function removeHalves({ settings, log }: Pick<HubDeps, "settings" | "log">, { id, args }: Pick<Run, "id" | "args">): Promise<void> {
  const out = args?.["out"];
  const folders = [...(typeof out === "string" ? [out] : []), `${artifactsFolder}/${id}/any`];
  for (const path of folders) {
    try {
      await using target = await walkPath(settings.workspace, path, { followsLast: false });
      await removeFrom(target, id);
    } catch (cause) {
      if (!(cause instanceof PathRejected)) log.warn({ cause, run: id }, "what a run had half written could not be removed");
    }
  }
  await removeIfEmpty(settings.workspace, id);
}

async function removeFrom({ folder }: PathTarget, id: RunId): Promise<void> {
  const isHalf = new RegExp(`^\\.${id}-\\d+\\.part$`);
  for (const name of await readdir(`/proc/self/fd/${folder.fd}`)) {
    if (isHalf.test(name) && (await lstat(pathIn(folder, name))).isFile()) await unlink(pathIn(folder, name));
  }
}

async function removeIfEmpty(root: string, id: RunId): Promise<void> {
  try {
    await using target = await walkPath(root, `${artifactsFolder}/${id}`, { followsLast: false });
    if (target.found?.isDirectory() === true) await rmdir(pathIn(target.folder, target.name));
  } catch {
    // Something is in it, or it never was.
  }
}
