import { chatVerb } from "#commands/kit/chat-verb";
import type { Command } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { execTexts } from "./texts.ts";

/** The hub hands a line after `exec` to the terminal. Only `exec` alone is parsed here, and refused. */
export function execCommand(): Command {
  const positionals = [{ name: "command", summary: execTexts.argLine, rest: true }] as const;
  return chatVerb({ name: "exec", summary: execTexts.summaryExec, right: "run.plain", positionals }, async () => {
    throw new ParleyError("Internal", "A line after exec runs in the terminal.");
  });
}
