import { chatVerb } from "#commands/kit/chat-verb";
import { namedSession } from "#commands/kit/named-session";
import { sessionJson } from "#commands/kit/session-words";
import type { Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words/words";
import { sessionTexts } from "#commands/kit/session-texts";
import { commandTexts } from "#commands/kit/texts";

export function useCommand(hub: HubVerbs): Command {
  return chatVerb(
    { name: "use", summary: commandTexts.summaryUse, right: "run.plain", positionals: [{ name: "session", summary: commandTexts.argSession }] },
    async ({ session: name }, ctx) => {
      const { name: known } = await namedSession(hub, name, ctx);
      const session = await hub.use(ctx.by, ctx.place, known);
      return { exitCode: 0, text: say(ctx.language, sessionTexts.switched, { session: session.name }), result: { session: sessionJson(session) } };
    },
  );
}
