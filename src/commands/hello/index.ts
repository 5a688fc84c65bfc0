import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command } from "#domain/command";
import { picture } from "./picture.ts";
import { helloTexts } from "./texts.ts";

const signature = "lemonhall";

/** The smallest command there is: it shows that the way from a line to its output works. */
export function helloCommand(): Command {
  return terminalCommand({ name: "hello", summary: helloTexts.summaryHello }, async () => ({
    exitCode: 0,
    text: `${picture("HELLO")}\n\n${signature}`,
    result: { ok: true, command: "hello", says: "HELLO", signature },
  }));
}
