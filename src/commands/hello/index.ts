import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command } from "#domain/command";
import { catalogue } from "#lib/words";
import { picture } from "./picture.ts";

const signature = "lemonhall";

/** The smallest command there is: it shows that the way from a line to its output works. */
export function helloCommand(): Command {
  return terminalCommand({ name: "hello", usage: "hello", summary: catalogue.summaryHello }, async () => ({
    exitCode: 0,
    text: `${picture("HELLO")}\n\n${signature}`,
    result: { ok: true, command: "hello", says: "HELLO", signature },
  }));
}
