import { chatVerb } from "#commands/kit/chat-verb";
import { helpLines } from "#commands/kit/registry";
import type { Command } from "#domain/command";
import { catalogue, say } from "#lib/words";

export function helpCommand(commands: () => readonly Command[]): Command {
  return chatVerb({ name: "help", usage: "help", summary: catalogue.summaryHelp, right: "run.plain" }, async (_args, { language, prefix }) => {
    const known = commands();
    return {
      exitCode: 0,
      text: [say(language, "helpIntro", { prefix }), ...helpLines(known, { language, prefix }), "", say(language, "helpRest")].join("\n"),
      result: { prefix, commands: known.map(({ name, usage }) => ({ name, usage })) },
    };
  });
}
