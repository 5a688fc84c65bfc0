import { z } from "zod";
import { ParleyError } from "#domain/errors";
import type { SessionTool } from "#domain/session-tool";
import { readText } from "./read-text.ts";
import { done, sessionTool } from "./session-tool.ts";
import { mimeOf } from "./text-mime.ts";

export function editTool(): SessionTool {
  return sessionTool({
    name: "EDIT",
    description: "Replaces one passage of a text file in the workspace by another. Asks a person first unless you wrote the file yourself.",
    needs: ["files.read", "files.write"],
    piped: ["old_text", "new_text"],
    input: z.object({
      path: z.string().min(1).max(4_000).describe("Relative to the workspace."),
      old_text: z.string().min(1).max(1_000_000).describe("Exactly as it stands in the file; it must be there once unless all is true."),
      new_text: z.string().max(1_000_000),
      all: z.boolean().optional().describe("Replaces every occurrence."),
    }),
    replaces: ({ path }) => path,
    run: async ({ path, old_text: before, new_text: after, all = false }, ctx) => {
      const text = await readText(ctx, path);
      const count = text.split(before).length - 1;
      if (count === 0) throw new ParleyError("NotFound", `old_text does not occur in ${path}. Read the file again and copy the passage exactly.`);
      if (count > 1 && !all) throw new ParleyError("InvalidArgs", `old_text occurs ${count} times in ${path}. Give a longer passage, or set all.`);
      await using sink = await ctx.files.create(path, { mime: mimeOf(path), description: "", confirm: true, isEdit: true });
      await sink.write(text.split(before).join(after));
      const { path: at } = await sink.finish();
      return done(`Replaced ${count === 1 ? "one passage" : `${count} passages`} of ${at}.`, { path: at, replaced: count });
    },
  });
}
