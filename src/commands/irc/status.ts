import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command, CommandContext } from "#domain/command";
import { say } from "#lib/words/words";
import type { IrcDoor, IrcLine, LineView } from "./irc-line.ts";
import { sentenceOf } from "./refusal.ts";
import { mayGoThere } from "./server-note.ts";
import { type IrcCommandSettings, skill } from "./settings.ts";
import { lineFor, settingsOf, viewOf } from "./session-line.ts";
import { commandTexts } from "#commands/kit/texts";
import { ircTexts } from "./texts.ts";
import { defined } from "#lib/defined";

/** How the link stands. Begins it, and waits for nothing. */
export function statusCommand(door: IrcDoor): Command {
  return terminalCommand(
    {
      name: "irc status",
      summary: ircTexts.summaryIrcStatus,
      needs: ["network", "files.write"],
      secretsOf: skill,
      flags: {
        out: { kind: "text", placeholder: "PATH", summary: ircTexts.argTraceOut },
        confirm: { kind: "switch", summary: commandTexts.argConfirm },
      },
    },
    async ({ out, confirm }, ctx) => {
      const settings = await settingsOf(ctx);
      const line = await lineFor(ctx, door, settings);
      const isNew = !(await mayGoThere(ctx, settings, door.clock.now()));
      if (!isNew) await line.begin();
      const view = line.view();
      const path = out === undefined ? undefined : await writeTrace(line, ctx, out, confirm);
      const { forwarded, stayed } = line.forward.counts();
      return {
        exitCode: 0,
        text: [
          statusText(view, settings, ctx),
          ...(isNew ? [say(ctx.language, ircTexts.ircServerNew)] : []),
          ...(path === undefined ? [] : [say(ctx.language, ircTexts.ircTraceIn, { path })]),
        ].join("\n"),
        result: {
          ok: true,
          command: "irc status",
          ...viewOf(view, settings, ctx),
          ...(isNew ? { last_error: { error_code: "NeedsApproval", message: say(ctx.language, ircTexts.ircServerNew) } } : {}),
          auto_forward: settings.forwards,
          ...(settings.forwards ? { forwarded_count: forwarded, unforwarded_count: stayed } : {}),
          ...defined({ trace: path }),
        },
      };
    },
  );
}

export function statusText(view: LineView, settings: IrcCommandSettings, { language }: Pick<CommandContext, "language">): string {
  const { server, port, channel } = settings;
  const nick = view.nick ?? settings.nick;
  const why = view.fault === undefined ? "" : `\n${say(language, ircTexts.ircLastError, { code: view.fault.code, message: sentenceOf(view.fault, language) })}`;
  switch (view.state) {
    case "not_initialized":
      return say(language, ircTexts.ircStatusOff);
    case "connecting":
      return say(language, ircTexts.ircStatusConnecting, { server, port, nick });
    case "connected":
      return `${say(language, ircTexts.ircStatusConnected, { server, nick, channel })}${why}`;
    case "joined":
      return `${say(language, ircTexts.ircStatusJoined, { server, nick, channel })}${why}`;
    case "error":
      return `${say(language, ircTexts.ircStatusError, { server })}${why}`;
  }
}

async function writeTrace(line: IrcLine, ctx: CommandContext, out: string, confirm: boolean): Promise<string> {
  const description = say(ctx.language, ircTexts.ircTraceIs);
  const lines = line.trace();
  await using sink = await ctx.files.create(out, { mime: "text/plain; charset=utf-8", description, confirm });
  await sink.write(`${(lines.length === 0 ? [`(${say(ctx.language, ircTexts.ircTraceEmpty)})`] : lines).join("\n")}\n`);
  return (await sink.finish()).path;
}
