import { z } from "zod";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";

export function writeTool({ files }: TaskContext): AgentTool {
  return agentTool({
    name: "write",
    description: "Writes a text file in the workspace. Missing folders are made. Returns the path and the number of bytes.",
    input: z.object({
      path: z.string().min(1).describe("Relative to /workspace."),
      content: z.string(),
      mode: z.enum(["overwrite", "append"]).optional().describe("overwrite unless given."),
    }),
    run: async ({ path, content, mode = "overwrite" }) => ({ text: JSON.stringify({ path, bytes: await files.write(path, content, mode), mode }) }),
  });
}
