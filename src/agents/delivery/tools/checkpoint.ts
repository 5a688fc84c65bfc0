import { copyFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import { packWorkspace } from "#agents/delivery/archive/pack-workspace";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { inContainer, succeeded } from "./in-container.ts";

const label = z.string().regex(/^[\w-]{1,40}$/, "letters, digits, _ and - only");
const ending = ".checkpoint.tar.gz";

export function checkpointTool({ folder, files, settings }: TaskContext): AgentTool {
  return agentTool({
    name: "checkpoint",
    description: "Keeps a copy of the whole workspace under a name, to go back to with restore_checkpoint.",
    input: z.object({ name: label }),
    run: async ({ name }, { signal }) => {
      const path = join(folder.artifacts, `${name}${ending}`);
      const packed = await packWorkspace({ workspace: files.root, exclude: [], format: "tar.gz", path, maxBytes: settings.limits.diskBytes, signal });
      return { text: JSON.stringify({ checkpoint: name, files: packed.files, bytes: packed.bytes }) };
    },
  });
}

export function restoreCheckpointTool(task: TaskContext): AgentTool {
  return agentTool({
    name: "restore_checkpoint",
    description: "Puts the workspace back to a checkpoint. Everything written since is lost.",
    input: z.object({ name: label }),
    run: async ({ name }, { signal }) => {
      const path = join(task.folder.artifacts, `${name}${ending}`);
      if ((await stat(path).catch(() => undefined)) === undefined)
        throw new ParleyError("NotFound", `There is no checkpoint ${name}. artifact_list shows those there are.`);
      const end = await unpack(task, path, "restore.tar.gz", signal);
      succeeded(end, "Restoring");
      return { text: JSON.stringify({ restored: name }) };
    },
  });
}

/** Unpacked inside, where an archive can do no harm. */
export async function unpack(task: Pick<TaskContext, "folder" | "sandbox" | "settings">, archive: string, name: string, signal: AbortSignal) {
  await copyFile(archive, join(task.folder.tmpfs, name));
  const { chmod } = await import("node:fs/promises");
  await chmod(join(task.folder.tmpfs, name), 0o644);
  const open = name.endsWith(".zip") ? `unzip -q -o "/tmpfs/$NAME" -d /workspace` : `tar -xzf "/tmpfs/$NAME" -C /workspace`;
  const script = `find /workspace -mindepth 1 -delete 2>/dev/null; ${open}; code=$?; rm -f "/tmpfs/$NAME" 2>/dev/null; exit $code`;
  return inContainer(task, script, { env: { NAME: name }, timeoutMs: 600_000, directory: "/tmpfs", signal });
}

export function artifactListTool({ folder }: TaskContext): AgentTool {
  return agentTool({
    name: "artifact_list",
    description: "Lists the checkpoints and archives that this task has made.",
    input: z.object({}),
    run: async () => {
      const names = await readdir(folder.artifacts);
      const listed = await Promise.all(names.toSorted().map(async (name) => ({ name, bytes: (await stat(join(folder.artifacts, name))).size })));
      return { text: JSON.stringify(listed) };
    },
  });
}
