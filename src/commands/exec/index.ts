import { chatVerb } from "#commands/kit/chat-verb";
import { refusal, withUsage } from "#commands/kit/refusal";
import type { Command } from "#domain/command";
import { catalogue } from "#lib/words";

/** A line behind it never comes here: the hub hands it to the terminal. What is left is `exec` alone. */
export function execCommand(): Command {
  const usage = "exec <command …>";
  return chatVerb({ name: "exec", usage, summary: catalogue.summaryExec, right: "run.plain" }, async (_args, { language, prefix }) => {
    throw withUsage(refusal("InvalidArgs", language, "argMissing", { arg: "command" }), usage, { language, prefix });
  });
}
