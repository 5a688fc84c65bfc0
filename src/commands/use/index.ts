import { chatVerb } from "#commands/kit/chat-verb";
import { namedSession } from "#commands/kit/named-session";
import { sessionJson } from "#commands/kit/session-words";
import type { Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { catalogue, say } from "#lib/words";

export function useCommand(hub: HubVerbs): Command {
  return chatVerb(
    { name: "use", usage: "use <session>", summary: catalogue.summaryUse, right: "run.plain", required: ["session"] },
    async ({ session: name }, ctx) => {
      const { name: known } = await namedSession(hub, name, ctx);
      const session = await hub.use(ctx.by, ctx.place, known);
      return { exitCode: 0, text: say(ctx.language, "switched", { session: session.name }), result: { session: sessionJson(session) } };
    },
  );
}
