import { basename } from "node:path";
import { z } from "zod";
import { ParleyError } from "#domain/errors";
import type { SessionTool, SessionToolVerbs } from "#domain/session-tool";
import { readWhole } from "#lib/fs/read-whole";
import { done, sessionOf, sessionTool } from "./session-tool.ts";
import { mimeOf } from "./text-mime.ts";

const maxBytes = 50 * 1024 * 1024;

export function sendFileTool(hub: SessionToolVerbs): SessionTool {
  return sessionTool({
    name: "send_file",
    description: "Sends a file of the workspace with your answer, to the chats of this conversation.",
    needs: ["files.read"],
    input: z.object({
      path: z.string().min(1).max(4_000).describe("Relative to the workspace."),
      description: z.string().max(500).optional().describe("One line for people."),
    }),
    run: async ({ path, description = "" }, ctx) => {
      const by = sessionOf(ctx);
      await using file = await ctx.files.open(path, maxBytes);
      const bytes = await readWhole(file.fd, maxBytes);
      if (bytes === undefined) throw new ParleyError("TooLarge", `${path} grew while it was read.`);
      const name = basename(path);
      const made = { name, mime: mimeOf(path, "application/octet-stream"), description: description || name, content: { bytes } };
      if ((await hub.attach(by, ctx.run, made)) === undefined) throw new ParleyError("TooLarge", `${path} could not be sent; the thread says why.`);
      return done(`${name} is sent with your answer.`, { name, bytes: bytes.length });
    },
  });
}
