import { chatVerb } from "#commands/kit/chat-verb";
import { refusal } from "#commands/kit/refusal";
import { sessionJson } from "#commands/kit/session-words";
import type { Command } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { HubVerbs } from "#domain/verbs";
import { catalogue, say } from "#lib/words";

export function newCommand(hub: HubVerbs): Command {
  return chatVerb(
    {
      name: "new",
      usage: "new <name> <cli> [--dir PATH]",
      summary: catalogue.summaryNew,
      right: "session.new",
      required: ["name", "cli"],
      flags: { dir: "value" },
    },
    async ({ name, cli, dir }, { by, place, language, prefix }) => {
      try {
        const session = await hub.create(by, place, { name, cli, ...(dir === undefined ? {} : { directory: dir }) });
        const text = say(language, "created", { session: session.name, cli: session.cliType, directory: session.workDir });
        return { exitCode: 0, text, result: { session: sessionJson(session) } };
      } catch (error) {
        if (error instanceof ParleyError && error.code === "NameTaken") throw refusal("NameTaken", language, "nameTaken", { name, prefix });
        throw error;
      }
    },
  );
}
