import type { SeatWork } from "#domain/agent";
import { changesSinceStart } from "#agents/delivery/tools/diff";
import { openEntry, walkTree } from "#agents/delivery/workspace/walk-tree";
import type { TaskContext } from "./task-context.ts";

const mostFiles = 1_000;
const noise = new Set([".git", "node_modules", ".venv"]);

/** The files of a task and what changed, for people who look at it while it runs. */
export async function showWork(task: TaskContext, signal: AbortSignal): Promise<SeatWork> {
  const files: SeatWork["files"][number][] = [];
  let unlisted = 0;
  const skips = (path: string): boolean => noise.has(path.slice(path.lastIndexOf("/") + 1));
  for await (const entry of walkTree(task.files.root, { signal, skips })) {
    if (entry.kind !== "file") continue;
    if (files.length >= mostFiles) {
      unlisted += 1;
      continue;
    }
    const file = await openEntry(entry);
    if (file === undefined) continue;
    await using _closed = file;
    files.push({ path: entry.path, bytes: (await file.stat()).size });
  }
  return { files, unlisted, changes: task.startedFrom === undefined ? "" : await changesSinceStart(task, task.startedFrom, signal) };
}
