import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command, CommandContext } from "#domain/command";
import { catalogue, say } from "#lib/words";
import type { IrcDoor, Line, LineView } from "./line.ts";
import { sentenceOf } from "./refusal.ts";
import { isOther, lastServer, noteServer } from "./server-note.ts";
import { type IrcSettings, skill } from "./settings.ts";
import { lineFor, settingsOf, viewOf } from "./verb.ts";

/** How the link stands. Begins it, and waits for nothing. */
export function statusCommand(door: IrcDoor): Command {
  return terminalCommand(
    {
      name: "irc status",
      usage: "irc status [--out PATH] [--confirm]",
      summary: catalogue.summaryIrcStatus,
      needs: ["network", "files.write"],
      secretsOf: skill,
      flags: { out: "value", confirm: "bool" },
    },
    async ({ out, confirm }, ctx) => {
      const settings = await settingsOf(ctx);
      const line = await lineFor(ctx, door, settings);
      const last = await lastServer(ctx);
      const isNew = isOther(last, settings);
      if (last === undefined) await noteServer(ctx, settings, door.clock.now());
      if (!isNew) await line.begin();
      const view = line.view();
      const path = out === undefined ? undefined : await writeTrace(line, ctx, out, confirm);
      const { forwarded, stayed } = line.forward.counts();
      return {
        exitCode: 0,
        text: [
          statusText(view, settings, ctx),
          ...(isNew ? [say(ctx.language, "ircServerNew")] : []),
          ...(path === undefined ? [] : [say(ctx.language, "ircTraceIn", { path })]),
        ].join("\n"),
        result: {
          ok: true,
          command: "irc status",
          ...viewOf(view, settings, ctx),
          ...(isNew ? { last_error: { error_code: "NeedsApproval", message: say(ctx.language, "ircServerNew") } } : {}),
          auto_forward: settings.forwards,
          ...(settings.forwards ? { forwarded_count: forwarded, unforwarded_count: stayed } : {}),
          ...(path === undefined ? {} : { trace: path }),
        },
      };
    },
  );
}

export function statusText(view: LineView, settings: IrcSettings, { language }: Pick<CommandContext, "language">): string {
  const { server, port, channel } = settings;
  const nick = view.nick ?? settings.nick;
  const why = view.fault === undefined ? "" : `\n${say(language, "ircLastError", { code: view.fault.code, message: sentenceOf(view.fault, language) })}`;
  switch (view.state) {
    case "not_initialized":
      return say(language, "ircStatusOff");
    case "connecting":
      return say(language, "ircStatusConnecting", { server, port, nick });
    case "connected":
      return `${say(language, "ircStatusConnected", { server, nick, channel })}${why}`;
    case "joined":
      return `${say(language, "ircStatusJoined", { server, nick, channel })}${why}`;
    case "error":
      return `${say(language, "ircStatusError", { server })}${why}`;
  }
}

async function writeTrace(line: Line, ctx: CommandContext, out: string, confirm: boolean): Promise<string> {
  const description = say(ctx.language, "ircTraceIs");
  const lines = line.trace();
  await using sink = await ctx.files.create(out, { mime: "text/plain; charset=utf-8", description, confirm });
  await sink.write(`${(lines.length === 0 ? [`(${say(ctx.language, "ircTraceEmpty")})`] : lines).join("\n")}\n`);
  return (await sink.finish()).path;
}
