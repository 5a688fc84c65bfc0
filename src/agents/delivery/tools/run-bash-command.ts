import { posix } from "node:path";
import { z } from "zod";
import { ParleyError } from "#domain/errors";
import type { CommandEnd } from "#domain/sandbox";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { defined } from "#lib/defined";

/** One argument of a program holds 128 KB at most. */
const mostCommandChars = 100_000;

export const killedForDisk = "Killed because the task's disk is full. Remove what is not needed.";
const leftKilled = "Before this command the task's disk was full, and everything that was still running was killed. Remove what is not needed.";

export function runBashCommandTool({ sandbox, settings, record }: TaskContext): AgentTool {
  return agentTool({
    name: "run_bash_command",
    description:
      "Runs a command with bash in the task's container and returns exit_code, stdout and stderr. Whatever it starts is killed when it takes too long. Use background for a server.",
    input: z.object({
      command: z.string().min(1).max(mostCommandChars),
      timeout_seconds: z.int().min(1).max(86_400).optional(),
      workdir: z.string().optional().describe("/workspace unless given."),
      background: z.boolean().optional().describe("Returns at once with an id for list_background and stop_background."),
    }),
    run: async ({ command, timeout_seconds: seconds, workdir, background = false }, { signal }) => {
      const directory = insideDirectory(workdir);
      const what = { command, directory, outputChars: settings.outputChars };
      await record({ did: "command", command: command.slice(0, 2_000), directory, ...(background && { background }) });
      const before = sandbox.takeDiskFull() ? { note: leftKilled } : {};
      if (background) return { text: JSON.stringify({ id: await sandbox.start(what), state: "running", ...before }) };
      const timeoutMs = seconds === undefined ? settings.commandTimeoutMs : seconds * 1_000;
      const end = await sandbox.run(what, timeoutMs > 0 ? timeoutMs : settings.taskTimeoutMs, signal);
      return { text: JSON.stringify({ ...resultOf(end, timeoutMs), ...before }), isError: end.cut !== undefined };
    },
  });
}

function insideDirectory(workdir = "."): string {
  const path = posix.resolve("/workspace", workdir);
  if (path === "/workspace" || path.startsWith("/workspace/") || path === "/tmpfs" || path.startsWith("/tmpfs/")) return path;
  throw new ParleyError("NotAllowed", "workdir must be below /workspace or /tmpfs.");
}

function resultOf({ exitCode, stdout, stderr, cut }: CommandEnd, timeoutMs: number) {
  const words = {
    timeout: `Killed after ${timeoutMs / 1_000} s, with everything it had started. Give timeout_seconds if it needs longer.`,
    disk: killedForDisk,
    output: "Killed because it printed too much. Redirect its output to a file.",
    gone: "The command was ended.",
  };
  return { exit_code: exitCode ?? null, stdout, stderr, ...defined({ error: cut === undefined ? undefined : words[cut] }) };
}
