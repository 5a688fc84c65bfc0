import { z } from "zod";
import type { SessionTool } from "#domain/session-tool";
import { keepHead, withCutNotice } from "#lib/text/truncate";
import { readText } from "./read-text.ts";
import { done, sessionTool } from "./session-tool.ts";

export function readTool(): SessionTool {
  return sessionTool({
    name: "READ",
    description: "Returns the text of a file in the workspace. Documents (PDF, Office) are read with terminal_exec instead.",
    isReading: true,
    needs: ["files.read"],
    input: z.object({
      path: z.string().min(1).max(4_000).describe("Relative to the workspace."),
      from_line: z.int().min(1).optional().describe("The first line to return; 1 unless given."),
      max_chars: z.int().min(1).max(80_000).optional().describe("20000 unless given."),
    }),
    run: async ({ path, from_line: from = 1, max_chars: most = 20_000 }, ctx) => {
      const text = await readText(ctx, path);
      const wanted =
        from === 1
          ? text
          : text
              .split("\n")
              .slice(from - 1)
              .join("\n");
      const head = keepHead(wanted, most);
      return done(withCutNotice(head), { path, truncated: head.cut });
    },
  });
}
