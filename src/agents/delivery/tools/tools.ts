import type { AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { listBackgroundTool, stopBackgroundTool } from "./background-commands.ts";
import { artifactListTool, checkpointTool, restoreCheckpointTool } from "./checkpoint.ts";
import { diffTool } from "./diff.ts";
import { downloadToWorkspaceTool } from "./download-to-workspace.ts";
import { endTool } from "./end.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import { inspectEnvTool } from "./inspect-env.ts";
import { installPackagesTool } from "./install-packages.ts";
import { listDirectoryTool } from "./list-directory.ts";
import { readManyTool } from "./read-many.ts";
import { readTool } from "./read.ts";
import { replaceInFileTool } from "./replace-in-file.ts";
import { runBashCommandTool } from "./run-bash-command.ts";
import { todoTool } from "./todo.ts";
import { writeTool } from "./write.ts";

/** Everything that the delivery agent can do; the seven of the beginning first. */
export function deliveryTools(task: TaskContext): readonly AgentTool[] {
  const make = [
    readTool,
    writeTool,
    globTool,
    grepTool,
    runBashCommandTool,
    todoTool,
    endTool,
    listDirectoryTool,
    readManyTool,
    replaceInFileTool,
    downloadToWorkspaceTool,
    inspectEnvTool,
    installPackagesTool,
    checkpointTool,
    restoreCheckpointTool,
    artifactListTool,
    diffTool,
    listBackgroundTool,
    stopBackgroundTool,
  ];
  return make.map((one) => one(task));
}
