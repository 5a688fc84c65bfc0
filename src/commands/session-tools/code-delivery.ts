import { z } from "zod";
import { addressKey } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { SessionTool, SessionToolVerbs } from "#domain/session-tool";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import { askingMs, done, sessionOf, sessionTool } from "./session-tool.ts";
import { sessionToolTexts } from "./texts.ts";

export function codeDeliveryTool(hub: SessionToolVerbs): SessionTool {
  return sessionTool({
    name: "code_delivery",
    description:
      "Has code_delivery_agent write and run code in a container and send the result as an archive to a chat. A person is asked first. Without a target it goes to the chat that you were asked in.",
    limits: { timeMs: askingMs },
    piped: ["prompt"],
    input: z.object({
      prompt: z.string().min(1).max(100_000).describe("What is wanted, complete: the agent sees nothing else."),
      source_type: z.enum(["git", "empty"]),
      git_url: z.string().max(2_000).optional().describe("Required for git."),
      git_ref: z.string().max(500).optional().describe("A branch, tag or commit."),
      target_type: z.enum(["group", "private"]).optional(),
      // Models send numbers where platforms have numeric ids, as over MCP and HTTP.
      target_id: z.union([z.string().min(1).max(200), z.number().int().transform(String)]).optional(),
      target: z.string().max(500).optional().describe("Any chat, as CHANNEL/ROOM, in place of target_type and target_id."),
    }),
    run: async (args, ctx) => {
      const by = sessionOf(ctx);
      const { prompt, source_type: sourceType, git_url: gitUrl, git_ref: gitRef, target_type: targetType, target_id: targetId } = args;
      const here = hub.askedFrom(by.id);
      const target = args.target ?? (targetId === undefined && here !== undefined ? addressKey(here) : undefined);
      const to = target ?? `${targetType ?? "group"} ${targetId ?? ""}`;
      const argv = ["code_delivery", `--to=${to}`, `--source=${[sourceType, gitUrl, gitRef].filter(Boolean).join(" ")}`, prompt];
      const question = say(ctx.language, sessionToolTexts.askDelivery, { session: by.name });
      if (!(await ctx.approve({ key: `code_delivery ${ctx.run}`, prompt: question, argv, needs: ["deliver"] })))
        throw new ParleyError("NotAllowed", say(ctx.language, sessionToolTexts.denied));
      const started = await hub.deliver(by, { prompt, sourceType, ...defined({ gitUrl, gitRef, targetType, targetId, target }) });
      return done(`Delivery ${started.task} is under way. Its progress and the archive go to ${addressKey(started.target)}; you need not wait.`, {
        task_id: started.task,
        state: started.state,
      });
    },
  });
}
