import { terminalCommand } from "#commands/kit/terminal-command";
import { CommandFault, type Command } from "#domain/command";
import { say } from "#lib/words/words";
import { lineOf } from "./stored-line.ts";
import { skill } from "./settings.ts";
import { printed, shorten } from "./shorten.ts";
import { namedRoom, quietLine, settingsOf } from "./session-line.ts";
import { ircTexts } from "./texts.ts";

/** What is kept of a channel, read or not, from the newest on. Moves no cursor. */
export function historyCommand(): Command {
  return terminalCommand(
    {
      name: "irc history",
      summary: ircTexts.summaryIrcHistory,
      secretsOf: skill,
      flags: {
        from: { kind: "text", placeholder: "CHANNEL", summary: ircTexts.argFrom },
        limit: { kind: "number", min: 1, max: 200, summary: ircTexts.argLimit },
        before: { kind: "text", placeholder: "ID", summary: ircTexts.argBefore },
      },
    },
    async ({ from, limit = 50, before }, ctx) => {
      if (before !== undefined && !/^[1-9]\d{0,14}$/.test(before)) throw new CommandFault("InvalidArgs", say(ctx.language, ircTexts.ircBadBefore));
      const settings = await settingsOf(ctx);
      await quietLine(ctx, settings);
      const room = await namedRoom(ctx, settings, from);
      const entries = await ctx.backlog(room.key).history({ limit, ...(before === undefined ? {} : { before: Number(before) }) });
      const short = shorten(entries.map(lineOf), "summary");
      const oldest = entries[0]?.n ?? 1;
      const more = oldest > 1 ? [say(ctx.language, ircTexts.ircHistoryMore, { id: oldest })] : [];
      const head = say(ctx.language, entries.length === 0 ? ircTexts.ircHistoryNone : ircTexts.ircHistory, { from: room.name, count: short.count });
      return {
        exitCode: 0,
        text: [head, ...more].join("\n"),
        shown: [head, ...short.lines.map(printed), ...more].join("\n"),
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
