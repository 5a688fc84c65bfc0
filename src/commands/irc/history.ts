import { terminalCommand } from "#commands/kit/terminal-command";
import { CommandFault, type Command } from "#domain/command";
import { catalogue, say } from "#lib/words";
import { lineOf } from "./kept-line.ts";
import { skill } from "./settings.ts";
import { printed, shorten } from "./shorten.ts";
import { namedRoom, quietLine, settingsOf } from "./verb.ts";

/** What is kept of a channel, read or not, from the newest on. Moves no cursor. */
export function historyCommand(): Command {
  return terminalCommand(
    {
      name: "irc history",
      usage: "irc history [--from CHANNEL] [--limit N] [--before ID]",
      summary: catalogue.summaryIrcHistory,
      secretsOf: skill,
      flags: { from: "value", limit: { min: 1, max: 200 }, before: "value" },
    },
    async ({ from, limit = 50, before }, ctx) => {
      if (before !== undefined && !/^[1-9]\d{0,14}$/.test(before)) throw new CommandFault("InvalidArgs", say(ctx.language, "ircBadBefore"));
      const settings = await settingsOf(ctx);
      await quietLine(ctx, settings);
      const room = await namedRoom(ctx, settings, from);
      const entries = await ctx.backlog(room.key).history({ limit, ...(before === undefined ? {} : { before: Number(before) }) });
      const short = shorten(entries.map(lineOf), "summary");
      const oldest = entries[0]?.n ?? 1;
      const more = oldest > 1 ? [say(ctx.language, "ircHistoryMore", { id: oldest })] : [];
      const head = say(ctx.language, entries.length === 0 ? "ircHistoryNone" : "ircHistory", { from: room.name, count: short.count });
      return {
        exitCode: 0,
        text: [head, ...short.lines.map(printed), ...more].join("\n"),
        result: {
          ok: true,
          command: "irc history",
          from: room.name,
          returned: short.count,
          messages: short.lines.map((shown) => ({ ...shown })),
          truncated: short.truncated,
          ...(oldest > 1 ? { next_before: String(oldest) } : {}),
        },
      };
    },
  );
}
