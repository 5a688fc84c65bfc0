import { chatVerb } from "#commands/kit/chat-verb";
import { refusal } from "#commands/kit/refusal";
import { sessionJson } from "#commands/kit/session-words";
import type { Command } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { HubVerbs } from "#domain/verbs";
import { catalogue, say } from "#lib/words";

export function useCommand(hub: HubVerbs): Command {
  return chatVerb(
    { name: "use", usage: "use <session>", summary: catalogue.summaryUse, right: "run.plain", required: ["session"] },
    async ({ session: name }, { by, place, language, prefix }) => {
      try {
        const session = await hub.use(by, place, name);
        return { exitCode: 0, text: say(language, "switched", { session: session.name }), result: { session: sessionJson(session) } };
      } catch (error) {
        if (error instanceof ParleyError && error.code === "NoSuchSession") throw refusal("NoSuchSession", language, "sessionMissing", { name, prefix });
        throw error;
      }
    },
  );
}
