import { chmod, copyFile, open, readdir, stat } from "node:fs/promises";
import { constants } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { inContainer, succeeded } from "./in-container.ts";

const label = z.string().regex(/^[\w-]{1,40}$/, "letters, digits, _ and - only");
const ending = ".checkpoint.tar.gz";
const folderName = "checkpoints";
const longMs = 600_000;
/** Without -delete, which busybox lacks. */
const emptied = "find /workspace -mindepth 1 -maxdepth 1 -exec rm -rf {} +";

// A checkpoint is made and restored inside, by tar: so links, modes and empty folders are kept, and it counts as the task's disk.
const save = `set -e; mkdir -p /tmpfs/${folderName}; to="/tmpfs/${folderName}/$NAME${ending}"; rm -f "$to"
tar -C /workspace -czf "$to.part" . && mv "$to.part" "$to"; find /workspace -type f | wc -l; wc -c < "$to"`;
const restore = `set -e; from="/tmpfs/${folderName}/$NAME${ending}"; [ -f "$from" ] || exit 44
${emptied}; tar -C /workspace -xzf "$from"`;

export function checkpointTool(task: TaskContext): AgentTool {
  return agentTool({
    name: "checkpoint",
    description: "Keeps a copy of the whole workspace under a name, to go back to with restore_checkpoint.",
    input: z.object({ name: label }),
    run: async ({ name }, { signal }) => {
      const end = await inContainer(task, save, { env: { NAME: name }, timeoutMs: longMs, directory: "/tmpfs", signal });
      const [files, bytes] = succeeded(end, "The checkpoint").trim().split("\n").map(Number);
      return { text: JSON.stringify({ checkpoint: name, files, bytes }) };
    },
  });
}

export function restoreCheckpointTool(task: TaskContext): AgentTool {
  return agentTool({
    name: "restore_checkpoint",
    description: "Puts the workspace back to a checkpoint. Everything written since is lost.",
    input: z.object({ name: label }),
    run: async ({ name }, { signal }) => {
      const end = await inContainer(task, restore, { env: { NAME: name }, timeoutMs: longMs, directory: "/tmpfs", signal });
      if (end.exitCode === 44) throw new ParleyError("NotFound", `There is no checkpoint ${name}. artifact_list shows those there are.`);
      succeeded(end, "Restoring");
      return { text: JSON.stringify({ restored: name }) };
    },
  });
}

/** Unpacked inside, where an archive can do no harm. */
export async function unpack(task: Pick<TaskContext, "folder" | "sandbox" | "settings">, archive: string, name: string, signal: AbortSignal) {
  await copyFile(archive, join(task.folder.tmpfs, name));
  await chmod(join(task.folder.tmpfs, name), 0o644);
  const extract = name.endsWith(".zip") ? `unzip -q -o "/tmpfs/$NAME" -d /workspace` : `tar -xzf "/tmpfs/$NAME" -C /workspace`;
  const script = `${emptied} 2>/dev/null; ${extract}; code=$?; rm -f "/tmpfs/$NAME" 2>/dev/null; exit $code`;
  return inContainer(task, script, { env: { NAME: name }, timeoutMs: longMs, directory: "/tmpfs", signal });
}

export function artifactListTool({ folder }: TaskContext): AgentTool {
  return agentTool({
    name: "artifact_list",
    description: "Lists the checkpoints and archives that this task has made.",
    input: z.object({}),
    run: async () => ({ text: JSON.stringify([...(await filesIn(folder.artifacts)), ...(await filesIn(join(folder.tmpfs, folderName)))]) }),
  });
}

/** Commands can write to one of them: a link in its place is not followed. */
async function filesIn(path: string): Promise<readonly { readonly name: string; readonly bytes: number }[]> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(() => undefined);
  if (folder === undefined) return [];
  await using _closed = folder;
  const here = `/proc/self/fd/${folder.fd}`;
  const entries = (await readdir(here, { withFileTypes: true })).filter((entry) => entry.isFile() && !entry.name.endsWith(".part"));
  const names = entries.map(({ name }) => name).toSorted();
  return await Promise.all(names.slice(0, 200).map(async (name) => ({ name, bytes: (await stat(`${here}/${name}`).catch(() => ({ size: 0 }))).size })));
}
