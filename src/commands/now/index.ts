import { chatVerb } from "#commands/kit/chat-verb";
import type { Command } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { nowTexts } from "./texts.ts";

/** The hub takes the text after `now` for a prompt, as it stands. Only `now` alone is parsed here, and refused. */
export function nowCommand(): Command {
  const positionals = [{ name: "text", summary: nowTexts.argText, rest: true }] as const;
  return chatVerb({ name: "now", summary: nowTexts.summary, right: "prompt", positionals }, async () => {
    throw new ParleyError("Internal", "A line after now is a prompt.");
  });
}
