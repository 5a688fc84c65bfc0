import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { killedForDisk } from "./run-bash-command.ts";
import { defined } from "#lib/defined";
import { keepTail } from "#lib/text/truncate";

export function listBackgroundTool({ sandbox, clock }: TaskContext): AgentTool {
  return agentTool({
    name: "list_background",
    description: "Lists the commands that run in the background, with the end of their output.",
    input: z.object({}),
    run: async () => ({
      text: JSON.stringify(
        sandbox.background().map(({ id, command, startedAt, isRunning, exitCode, cut, output }) => ({
          id,
          command: command.slice(0, 200),
          state: isRunning ? "running" : "ended",
          ...defined({ exit_code: exitCode }),
          ...(cut === "disk" && { error: killedForDisk }),
          seconds: Math.round((clock.now() - startedAt) / 1_000),
          output: keepTail(output, 2_000).text,
        })),
      ),
    }),
  });
}

export function stopBackgroundTool({ sandbox }: TaskContext): AgentTool {
  return agentTool({
    name: "stop_background",
    description: "Stops a command that runs in the background, with everything it started.",
    input: z.object({ id: z.string() }),
    run: async ({ id }) => {
      if (!(await sandbox.stop(id))) throw new ParleyError("NotFound", `No command ${id.slice(0, 20)} is running.`);
      return { text: JSON.stringify({ id, state: "stopped" }) };
    },
  });
}
