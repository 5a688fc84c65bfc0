import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { mostReadChars, readText } from "./read.ts";

export function readManyTool(task: TaskContext): AgentTool {
  return agentTool({
    name: "read_many",
    description: "Returns the texts of several files in the workspace, each with its name above. One that cannot be read is named with the reason.",
    input: z.object({
      paths: z.array(z.string().min(1)).min(1).max(50),
      max_chars: z.int().min(1).max(mostReadChars).optional().describe("Of each file; 8000 unless given."),
    }),
    run: async ({ paths, max_chars: maxChars = 8_000 }) => {
      const texts: string[] = [];
      for (const path of paths) texts.push(`==> ${path} <==\n${await readText(task, path, maxChars).catch(reasonOf)}`);
      return { text: texts.join("\n\n") };
    },
  });
}

function reasonOf(cause: unknown): string {
  if (cause instanceof ParleyError) return `[${cause.code}: ${cause.message}]`;
  throw cause;
}
