import { z } from "zod";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { walkBelow } from "#agents/delivery/workspace/walk-tree";

const mostEntries = 1_000;
const marks = { file: "", folder: "/", link: "@", other: "?" } as const;

export function listDirectoryTool({ files }: TaskContext): AgentTool {
  return agentTool({
    name: "list_directory",
    description: "Lists a folder of the workspace as a tree: folders end with /, links with @.",
    input: z.object({
      path: z.string().optional().describe("/workspace unless given."),
      depth: z.int().min(1).max(20).optional().describe("2 unless given."),
    }),
    run: async ({ path = ".", depth = 2 }, { signal }) => {
      const folder = await files.folder(path);
      const lines: string[] = [];
      let more = 0;
      for await (const entry of walkBelow(files.root, folder, { signal, skips: (one) => one.split("/").length > depth })) {
        const level = entry.path.split("/").length - 1;
        if (lines.length < mostEntries) lines.push(`${"  ".repeat(level)}${entry.name}${marks[entry.kind]}`);
        else more += 1;
      }
      if (lines.length === 0) return { text: "[empty]" };
      return { text: [...lines, ...(more > 0 ? [`[${more} more left out]`] : [])].join("\n") };
    },
  });
}
