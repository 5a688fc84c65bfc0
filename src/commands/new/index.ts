import { chatVerb } from "#commands/kit/chat-verb";
import { refusal } from "#commands/kit/refusal";
import { sessionJson } from "#commands/kit/session-words";
import type { Command } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words/words";
import { sessionTexts } from "#commands/kit/session-texts";
import { commonTexts } from "#lib/words/common";
import { commandTexts } from "#commands/kit/texts";
import { defined } from "#lib/defined";

export function newCommand(hub: HubVerbs): Command {
  return chatVerb(
    {
      name: "new",
      summary: commandTexts.summaryNew,
      right: "session.new",
      positionals: [
        { name: "name", summary: commandTexts.argNewName },
        { name: "cli", summary: commandTexts.argCli },
        { name: "directory", summary: commandTexts.argDir, optional: true },
      ],
      flags: {
        dir: { kind: "text", placeholder: "PATH", summary: commandTexts.argDir },
        worktree: { kind: "switch", summary: commandTexts.argWorktree },
      },
      timeMs: 60_000,
    },
    async ({ name, cli, directory, dir, worktree }, { by, place, language, prefix }) => {
      if (directory !== undefined && dir !== undefined) throw refusal("InvalidArgs", language, commandTexts.dirTwice);
      try {
        const session = await hub.create(by, place, { name, cli, worktree, ...defined({ directory: directory ?? dir }) });
        const text = say(language, sessionTexts.created, { session: session.name, cli: session.cliType, directory: session.workDir });
        return { exitCode: 0, text, result: { session: sessionJson(session) } };
      } catch (error) {
        if (error instanceof ParleyError && error.code === "NameTaken") throw refusal("NameTaken", language, commonTexts.nameTaken, { name, prefix });
        throw error;
      }
    },
  );
}
