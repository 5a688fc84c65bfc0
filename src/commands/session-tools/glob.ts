import { z } from "zod";
import type { SessionTool } from "#domain/session-tool";
import { globMatcher } from "#lib/text/glob-matcher";
import { done, sessionTool } from "./session-tool.ts";
import { walkWorkspace } from "./walk-workspace.ts";

const mostPaths = 1_000;

export function globTool(): SessionTool {
  return sessionTool({
    name: "GLOB",
    description: "Lists the files of the workspace whose path matches a pattern such as src/**/*.ts. .git, node_modules, .venv and .agents are skipped.",
    isReading: true,
    needs: ["files.read"],
    input: z.object({
      pattern: z.string().min(1).max(1_000),
      path: z.string().max(4_000).optional().describe("The folder to search; the pattern still matches the whole path. The workspace unless given."),
    }),
    run: async ({ pattern, path = "." }, ctx) => {
      const matches = globMatcher(pattern.replace(/^\.?\//, ""));
      const found: string[] = [];
      for await (const file of walkWorkspace(ctx, path)) if (matches(file.path)) found.push(file.path);
      const more = found.length > mostPaths ? ["[more paths were left out]"] : [];
      const text = found.length === 0 ? "[nothing matches]" : [...found.slice(0, mostPaths), ...more].join("\n");
      return done(text, { matches: found.length, truncated: more.length > 0 });
    },
  });
}
