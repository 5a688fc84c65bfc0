import { chatVerb } from "#commands/kit/chat-verb";
import type { Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { catalogue, say } from "#lib/words";

/** Starts a configured agent in the thread that this chat shows, or in one that is named by id or topic. */
export function inviteCommand(hub: HubVerbs): Command {
  return chatVerb(
    { name: "invite", usage: "invite <agent> [thread]", summary: catalogue.summaryInvite, right: "invite", required: ["agent"], optional: ["thread"] },
    async ({ agent, thread }, { by, surface, place, language }) => {
      const invited = await hub.invite(by, surface, place, agent, thread);
      return {
        exitCode: 0,
        text: say(language, "invitedReply", { agent }),
        result: { ok: true, agent_name: invited.agentName, reason: invited.reason, command_executed: invited.command },
      };
    },
  );
}
