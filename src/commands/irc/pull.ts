import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command, CommandContext } from "#domain/command";
import { jsonLine } from "#lib/text/json-line";
import { say } from "#lib/words/words";
import type { StoredLine } from "./stored-line.ts";
import { skill } from "./settings.ts";
import { printed, shorten } from "./shorten.ts";
import { takeUnread } from "./unread.ts";
import { namedRoom, quietLine, settingsOf } from "./session-line.ts";
import { ircTexts } from "./texts.ts";

/** What is new in a channel since the last time. Never connects: it serves what is kept. */
export function pullCommand(): Command {
  return terminalCommand(
    {
      name: "irc pull",
      summary: ircTexts.summaryIrcPull,
      secretsOf: skill,
      flags: {
        from: { kind: "text", placeholder: "CHANNEL", summary: ircTexts.argFrom },
        limit: { kind: "number", min: 1, max: 200, summary: ircTexts.argLimit },
        format: { kind: "choice", choices: ["summary", "full"], summary: ircTexts.argFormat },
        peek: { kind: "switch", summary: ircTexts.argPeek },
      },
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
        ...(waiting === 0 ? [] : [say(ctx.language, ircTexts.ircWaiting, { count: waiting })]),
        ...(dropped === 0 ? [] : [say(ctx.language, ircTexts.ircDropped, { count: dropped })]),
        ...(whole === undefined ? [] : [whole === "" ? say(ctx.language, ircTexts.ircWholeNot) : say(ctx.language, ircTexts.ircWholeIn, { path: whole })]),
      ];
      const head = say(ctx.language, lines.length === 0 ? ircTexts.ircNothingNew : ircTexts.ircPulled, { from: room.name, count: short.count });
      return {
        exitCode: 0,
        text: [head, ...notes].join("\n"),
        shown: [head, ...short.lines.map(printed), ...notes].join("\n"),
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
async function writeWhole(ctx: CommandContext, lines: readonly StoredLine[]): Promise<string> {
  try {
    await using sink = await ctx.files.artifact("irc-messages.jsonl", { mime: "application/jsonl", description: say(ctx.language, ircTexts.ircWholeIs) });
    for (const { n, at, nick, kind, text } of lines) await sink.write(jsonLine({ id: String(n), ts: new Date(at).toISOString(), nick, kind, text }));
    return (await sink.finish()).path;
  } catch {
    return "";
  }
}
