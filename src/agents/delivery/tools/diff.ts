import { z } from "zod";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { walkTree } from "#agents/delivery/workspace/walk-tree";
import { inContainer, succeeded } from "./in-container.ts";

const mostFiles = 500;

export function diffTool(task: TaskContext): AgentTool {
  return agentTool({
    name: "diff",
    description: "Shows what changed since the start: a diff for a git source, else the list of files.",
    input: z.object({}),
    run: async (_args, { signal }) => ({
      text: task.startedFrom === undefined ? await allFiles(task, signal) : await changesSinceStart(task, task.startedFrom, signal),
    }),
  });
}

/** A unified diff, and the names of files that git does not know. */
export async function changesSinceStart(task: TaskContext, commit: string, signal: AbortSignal): Promise<string> {
  const script = 'git --no-pager diff --no-color --no-ext-diff "$FROM" && git ls-files --others --exclude-standard | sed "s/^/new file: /"';
  return succeeded(await inContainer(task, script, { env: { FROM: commit }, signal }), "git diff") || "[nothing changed]";
}

async function allFiles({ files }: TaskContext, signal: AbortSignal): Promise<string> {
  const found: string[] = [];
  for await (const entry of walkTree(files.root, { signal })) if (entry.kind === "file" && found.length < mostFiles) found.push(`new file: ${entry.path}`);
  return found.join("\n") || "[nothing changed]";
}
