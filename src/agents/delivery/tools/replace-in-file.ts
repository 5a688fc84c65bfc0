import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { maxWriteBytes } from "#agents/delivery/workspace/workspace-files";

export function replaceInFileTool({ files }: TaskContext): AgentTool {
  return agentTool({
    name: "replace_in_file",
    description: "Replaces text in a file of the workspace. old_text must occur exactly once unless all is true.",
    input: z.object({
      path: z.string().min(1),
      old_text: z.string().min(1),
      new_text: z.string(),
      all: z.boolean().optional(),
    }),
    run: async ({ path, old_text: before, new_text: after, all = false }) => {
      const { bytes, size } = await files.read(path, maxWriteBytes);
      if (size > maxWriteBytes) throw new ParleyError("TooLarge", `${path} has ${size} bytes. Change it with a command.`);
      const parts = bytes.toString("utf8").split(before);
      const count = parts.length - 1;
      if (count === 0) throw new ParleyError("NotFound", "old_text does not occur in the file. Read it and copy the text exactly.");
      if (count > 1 && !all) throw new ParleyError("InvalidArgs", `old_text occurs ${count} times. Give more of the text around it, or set all.`);
      await files.write(path, parts.join(after), "overwrite");
      return { text: JSON.stringify({ path, replaced: count }) };
    },
  });
}
