import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command } from "#domain/command";
import { say } from "#lib/words/words";
import { type IrcLine, lineKey } from "./irc-line.ts";
import { ircTexts } from "./texts.ts";

/** Leaves the server. What was heard stays; the next `irc send` connects again. */
export function disconnectCommand(): Command {
  return terminalCommand({ name: "irc disconnect", summary: ircTexts.summaryIrcDisconnect }, async (_args, ctx) => {
    const line = await ctx.owned<IrcLine>(lineKey);
    const wasConnected = (await line?.leave()) === true;
    return {
      exitCode: 0,
      text: say(ctx.language, wasConnected ? ircTexts.ircLeft : ircTexts.ircWasOff),
      result: { ok: true, command: "irc disconnect", state: "not_initialized", was_connected: wasConnected },
    };
  });
}
