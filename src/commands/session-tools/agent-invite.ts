import { z } from "zod";
import { ParleyError } from "#domain/errors";
import type { SessionTool, SessionToolVerbs } from "#domain/session-tool";
import { say } from "#lib/words/words";
import { askingMs, done, sessionOf, sessionTool } from "./session-tool.ts";
import { sessionToolTexts } from "./texts.ts";

export function agentInviteTool(hub: SessionToolVerbs): SessionTool {
  return sessionTool({
    name: "agent_invite",
    description: "Starts a configured command-line agent in this conversation's thread. A person is asked first.",
    limits: { timeMs: askingMs },
    input: z.object({ agent_name: z.string().min(1).max(200) }),
    run: async ({ agent_name: agent }, ctx) => {
      const by = sessionOf(ctx);
      const question = say(ctx.language, sessionToolTexts.askInvite, { session: by.name, agent });
      if (!(await ctx.approve({ key: `agent_invite ${ctx.run}`, prompt: question, argv: ["agent_invite", agent], needs: ["invite"] })))
        throw new ParleyError("NotAllowed", say(ctx.language, sessionToolTexts.denied));
      const { reason } = await hub.invite(by, agent);
      return done(reason, { agent_name: agent });
    },
  });
}
