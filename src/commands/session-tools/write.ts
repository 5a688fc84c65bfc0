import { z } from "zod";
import type { SessionTool } from "#domain/session-tool";
import { done, sessionTool } from "./session-tool.ts";
import { mimeOf } from "./text-mime.ts";

/** Taking the place of a file that the session did not write itself needs somebody's yes, once per path. */
export function writeTool(): SessionTool {
  return sessionTool({
    name: "WRITE",
    description: "Writes a text file in the workspace. Replacing a file that is there asks a person first. The folder must exist: see MKDIR.",
    needs: ["files.write"],
    piped: ["content"],
    input: z.object({ path: z.string().min(1).max(4_000).describe("Relative to the workspace."), content: z.string().max(2_000_000) }),
    replaces: ({ path }) => path,
    run: async ({ path, content }, { files }) => {
      await using sink = await files.create(path, { mime: mimeOf(path), description: "", confirm: true });
      await sink.write(content);
      const { path: at, bytes } = await sink.finish();
      return done(`Wrote ${bytes} bytes to ${at}.`, { path: at, bytes });
    },
  });
}
