import { z } from "zod";
import type { SessionTool } from "#domain/session-tool";
import { done, sessionTool } from "./session-tool.ts";
import { foldersAbove } from "./walk-workspace.ts";

const mostNames = 1_000;

export function listTool(): SessionTool {
  return sessionTool({
    name: "LIST",
    description: "Lists the names in a folder of the workspace; folders end with a slash.",
    isReading: true,
    needs: ["files.read"],
    input: z.object({ path: z.string().max(4_000).optional().describe("The workspace itself unless given.") }),
    run: async ({ path = "." }, { files }) => {
      const found = await files.list(foldersAbove(path), mostNames + 1);
      const names = found.slice(0, mostNames).map(({ name, kind }) => (kind === "folder" ? `${name}/` : kind === "link" ? `${name} (link)` : name));
      const more = found.length > mostNames ? ["[more names were left out]"] : [];
      return done(names.length === 0 ? "[empty]" : [...names, ...more].join("\n"), { names: names.length, truncated: more.length > 0 });
    },
  });
}
