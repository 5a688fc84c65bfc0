import { chatVerb } from "#commands/kit/chat-verb";
import { helpLines } from "#commands/kit/registry";
import { usageOf } from "#domain/arg-spec";
import type { Command } from "#domain/command";
import { say } from "#lib/words/words";
import { helpTexts } from "./texts.ts";

export function helpCommand(commands: () => readonly Command[]): Command {
  return chatVerb({ name: "help", summary: helpTexts.summaryHelp, right: "run.plain" }, async (_args, { language, prefix }) => {
    const known = commands();
    return {
      exitCode: 0,
      text: [say(language, helpTexts.helpIntro, { prefix }), ...helpLines(known, { language, prefix }), "", say(language, helpTexts.helpRest)].join("\n"),
      result: { prefix, commands: known.map((command) => ({ name: command.name, usage: usageOf(command) })) },
    };
  });
}
