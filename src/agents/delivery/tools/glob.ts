import { z } from "zod";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { globMatcher } from "#lib/text/glob-matcher";
import { walkBelow } from "#agents/delivery/workspace/walk-tree";

const mostPaths = 1_000;

export function globTool({ files }: TaskContext): AgentTool {
  return agentTool({
    name: "glob",
    description: "Lists the files of the workspace that match a pattern such as src/**/*.ts.",
    input: z.object({
      pattern: z.string().min(1).max(1_000),
      base_path: z.string().optional().describe("The folder to search, and what the pattern is relative to; /workspace unless given."),
    }),
    run: async ({ pattern, base_path: base = "." }, { signal }) => {
      const folder = await files.folder(base);
      const matches = globMatcher(pattern.replace(/^\.?\//, ""));
      const found: string[] = [];
      let more = 0;
      for await (const entry of walkBelow(files.root, folder, { signal })) {
        if (entry.kind === "folder" || !matches(entry.path)) continue;
        if (found.length < mostPaths) found.push(folder === "" ? entry.path : `${folder}/${entry.path}`);
        else more += 1;
      }
      if (found.length === 0) return { text: "[nothing matches]" };
      return { text: [...found, ...(more > 0 ? [`[${more} more left out]`] : [])].join("\n") };
    },
  });
}
