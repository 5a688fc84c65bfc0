import { z } from "zod";
import type { SessionTool } from "#domain/session-tool";
import { done, sessionTool } from "./session-tool.ts";

export function mkdirTool(): SessionTool {
  return sessionTool({
    name: "MKDIR",
    description: "Makes a folder in the workspace, with the folders above it.",
    needs: ["files.write"],
    input: z.object({ path: z.string().min(1).max(4_000).describe("Relative to the workspace.") }),
    run: async ({ path }, { files }) => {
      const isNew = await files.makeFolder(path.replace(/\/+$/, ""));
      return done(isNew ? `Made ${path}.` : `${path} was there already.`, { path, created: isNew });
    },
  });
}
