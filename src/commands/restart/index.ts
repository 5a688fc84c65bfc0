import { chatVerb } from "#commands/kit/chat-verb";
import { meantSession } from "#commands/kit/meant-session";
import { commandTexts } from "#commands/kit/texts";
import type { Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words/words";
import { restartTexts } from "./texts.ts";

export function restartCommand(hub: HubVerbs): Command {
  return chatVerb(
    {
      name: "restart",
      summary: restartTexts.summary,
      right: "session.end",
      positionals: [{ name: "session", summary: commandTexts.argSession, optional: true }],
      timeMs: 60_000,
    },
    async ({ session: name }, asked) => {
      const session = await meantSession(hub, name, asked);
      await hub.restart(asked.by, asked.surface, session);
      return { exitCode: 0, text: say(asked.language, restartTexts.restarted, { session: session.name }), result: { session: session.name, restarted: true } };
    },
  );
}
