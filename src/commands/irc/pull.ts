import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command, CommandContext } from "#domain/command";
import { jsonLine } from "#lib/json-line";
import { catalogue, say } from "#lib/words";
import type { KeptLine } from "./kept-line.ts";
import { skill } from "./settings.ts";
import { printed, shorten } from "./shorten.ts";
import { takeUnread } from "./unread.ts";
import { namedRoom, quietLine, settingsOf } from "./verb.ts";

/** What is new in a channel since the last time. Never connects: it serves what is kept. */
export function pullCommand(): Command {
  return terminalCommand(
    {
      name: "irc pull",
      usage: "irc pull [--from CHANNEL] [--limit N] [--format summary|full] [--peek]",
      summary: catalogue.summaryIrcPull,
      secretsOf: skill,
      flags: { from: "value", limit: { min: 1, max: 200 }, format: ["summary", "full"], peek: "bool" },
    },
    async ({ from, limit = 50, format = "summary", peek }, ctx) => {
      const settings = await settingsOf(ctx);
      const line = await quietLine(ctx, settings);
      const room = await namedRoom(ctx, settings, from);
      const take = async () => {
        const unread = await takeUnread(ctx.backlog, room.key, { limit, peek });
        if (!peek) line?.forward.pulled(room.key, unread.after);
        return unread;
      };
      const { lines, before, after, dropped, waiting } = await (line === undefined ? take() : line.forward.inTurn(take));
      const short = shorten(lines, format);
      const whole = format === "full" && short.truncated ? await writeWhole(ctx, lines) : undefined;
      const notes = [
        ...(waiting === 0 ? [] : [say(ctx.language, "ircWaiting", { count: waiting })]),
        ...(dropped === 0 ? [] : [say(ctx.language, "ircDropped", { count: dropped })]),
        ...(whole === undefined ? [] : [whole === "" ? say(ctx.language, "ircWholeNot") : say(ctx.language, "ircWholeIn", { path: whole })]),
      ];
      const head = say(ctx.language, lines.length === 0 ? "ircNothingNew" : "ircPulled", { from: room.name, count: short.count });
      return {
        exitCode: 0,
        text: [head, ...short.lines.map(printed), ...notes].join("\n"),
        result: {
          ok: true,
          command: "irc pull",
          from: room.name,
          returned: short.count,
          ...(before === 0 ? {} : { cursor_before: String(before) }),
          ...(peek ? {} : { cursor_after: String(after) }),
          messages: short.lines.map((shown) => ({ ...shown })),
          truncated: short.truncated,
          dropped_count: dropped,
          waiting_count: waiting,
          ...(whole === undefined || whole === "" ? {} : { artifact: whole }),
        },
      };
    },
  );
}

/** The path; empty when it could not be written, which costs nothing: what was read stays in the history. */
async function writeWhole(ctx: CommandContext, lines: readonly KeptLine[]): Promise<string> {
  try {
    await using sink = await ctx.files.artifact("irc-messages.jsonl", { mime: "application/jsonl", description: say(ctx.language, "ircWholeIs") });
    for (const { n, at, nick, kind, text } of lines) await sink.write(jsonLine({ id: String(n), ts: new Date(at).toISOString(), nick, kind, text }));
    return (await sink.finish()).path;
  } catch {
    return "";
  }
}
