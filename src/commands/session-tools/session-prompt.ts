import { z } from "zod";
import { ParleyError } from "#domain/errors";
import type { SessionTool, SessionToolVerbs } from "#domain/session-tool";
import { say } from "#lib/words/words";
import { askingMs, done, sessionOf, sessionTool } from "./session-tool.ts";
import { sessionToolTexts } from "./texts.ts";

/** For somebody whose right it is to prompt, the session asks each time: its model may follow words that are nobody's here. */
export function sessionPromptTool(hub: SessionToolVerbs): SessionTool {
  return sessionTool({
    name: "session_prompt",
    description:
      "Gives another session of this hub something to do. A person is asked first. The prompt is queued; the answer goes to that session's own chat, not to you. To hand over a file, name its path in the prompt.",
    limits: { timeMs: askingMs },
    piped: ["prompt"],
    input: z.object({ session: z.string().min(1).max(200).describe("The session's name."), prompt: z.string().min(1).max(100_000) }),
    run: async ({ session: named, prompt }, ctx) => {
      const by = sessionOf(ctx);
      const seen = await hub.sessions(by);
      const target = seen.find(({ id, name }) => id === named || name === named);
      const known = seen.filter(({ id }) => id !== by.id).map(({ name }) => name);
      if (target === undefined || target.id === by.id)
        throw new ParleyError("NoSuchSession", `There is no other session ${named.slice(0, 100)}. Sessions: ${known.slice(0, 50).join(", ") || "none"}.`);
      const question = say(ctx.language, sessionToolTexts.askPrompt, { session: by.name, target: target.name });
      const argv = ["session_prompt", target.name, prompt];
      if (!(await ctx.approve({ key: `session_prompt ${ctx.run}`, prompt: question, argv, needs: ["prompt"] })))
        throw new ParleyError("NotAllowed", say(ctx.language, sessionToolTexts.denied));
      const { turn, ahead } = await hub.prompt(by, target, prompt, ctx.run);
      return done(`Queued for ${target.name}; ${ahead} before it.`, { session: target.name, turn, ahead });
    },
  });
}
