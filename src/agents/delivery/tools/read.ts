import { z } from "zod";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { keepHead, withCutNotice } from "#lib/text/truncate";

export const mostReadChars = 200_000;

export function readTool(task: TaskContext): AgentTool {
  return agentTool({
    name: "read",
    description: "Returns the text of a file in the workspace.",
    input: z.object({
      path: z.string().min(1).describe("Relative to /workspace."),
      max_chars: z.int().min(1).max(mostReadChars).optional().describe("20000 unless given."),
    }),
    run: async ({ path, max_chars: maxChars = 20_000 }) => ({ text: await readText(task, path, maxChars) }),
  });
}

/** Says so instead of returning bytes that are not text. */
export async function readText({ files }: Pick<TaskContext, "files">, path: string, maxChars: number): Promise<string> {
  const { bytes, size } = await files.read(path, 4 * maxChars);
  if (bytes.includes(0)) return `[${path} is not a text file; it has ${size} bytes]`;
  const text = bytes.toString("utf8");
  const head = keepHead(text, maxChars);
  if (head.cut || bytes.length === size) return withCutNotice(head);
  return `${text}\n[${size - bytes.length} of ${size} bytes left out]`;
}
