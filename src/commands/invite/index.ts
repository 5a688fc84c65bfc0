import { chatVerb } from "#commands/kit/chat-verb";
import type { Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words/words";
import { inviteTexts } from "./texts.ts";

/** Starts a configured agent in the thread that this chat shows, or in one that is named by id or topic. */
export function inviteCommand(hub: HubVerbs): Command {
  return chatVerb(
    {
      name: "invite",
      summary: inviteTexts.summaryInvite,
      right: "invite",
      positionals: [
        { name: "agent", summary: inviteTexts.argAgent },
        { name: "thread", summary: inviteTexts.argThread, optional: true },
      ],
    },
    async ({ agent, thread }, { by, surface, place, language }) => {
      const invited = await hub.invite(by, surface, place, agent, thread);
      return {
        exitCode: 0,
        text: say(language, inviteTexts.invitedReply, { agent }),
        result: { ok: true, agent_name: invited.agentName, reason: invited.reason, command_executed: invited.command },
      };
    },
  );
}
