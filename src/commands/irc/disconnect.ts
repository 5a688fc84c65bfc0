import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command } from "#domain/command";
import { catalogue, say } from "#lib/words";
import { type Line, lineKey } from "./line.ts";

/** Leaves the server. What was heard stays; the next `irc send` connects again. */
export function disconnectCommand(): Command {
  return terminalCommand({ name: "irc disconnect", usage: "irc disconnect", summary: catalogue.summaryIrcDisconnect }, async (_args, ctx) => {
    const line = await ctx.owned<Line>(lineKey);
    const wasConnected = (await line?.leave()) === true;
    return {
      exitCode: 0,
      text: say(ctx.language, wasConnected ? "ircLeft" : "ircWasOff"),
      result: { ok: true, command: "irc disconnect", state: "not_initialized", was_connected: wasConnected },
    };
  });
}
