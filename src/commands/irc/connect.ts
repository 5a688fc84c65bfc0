import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command } from "#domain/command";
import { say } from "#lib/words/words";
import { type IrcDoor, lineKey } from "./irc-line.ts";
import { refusalOf } from "./refusal.ts";
import { allowServer } from "./server-note.ts";
import { missingKeys, skill } from "./settings.ts";
import { statusText } from "./status.ts";
import { lineFor, settingsOf, viewOf } from "./session-line.ts";
import { ircTexts } from "./texts.ts";

/** Connects, if need be, and waits until it is in the channel or knows why not. */
export function connectCommand(door: IrcDoor): Command {
  return terminalCommand(
    {
      name: "irc connect",
      summary: ircTexts.summaryIrcConnect,
      needs: ["network"],
      limits: { timeMs: 300_000 },
      secretsOf: skill,
      opens: { link: lineKey, isSetUp: (file) => missingKeys(file).length === 0 },
    },
    async (_args, ctx) => {
      const settings = await settingsOf(ctx);
      const line = await lineFor(ctx, door, settings);
      await allowServer(ctx, settings, door.clock.now());
      ctx.progress(say(ctx.language, ircTexts.ircConnecting, { server: settings.server }));
      await line.up(ctx.signal, ctx.language);
      const view = line.view();
      const result = viewOf(view, settings, ctx);
      if (view.state !== "joined" && view.fault !== undefined) throw refusalOf(view.fault, ctx.language, { command: "irc connect", ...result });
      return { exitCode: 0, text: statusText(view, settings, ctx), result: { ok: true, command: "irc connect", ...result } };
    },
  );
}
