import type { CommandContext } from "#domain/command";
import type { JsonObject } from "#domain/json";
import { foldName } from "#wire/irc/case-map";
import { faultOfTarget } from "#wire/irc/names";
import { createLine, type IrcDoor, type IrcLine, lineKey, type LineView } from "./irc-line.ts";
import { refusalOf, sentenceOf } from "./refusal.ts";
import { type Room, roomOf } from "./rooms.ts";
import { isOther, lastServer } from "./server-note.ts";
import { type IrcCommandSettings, readSettings } from "./settings.ts";

/** What `.env` says. One that says nothing any more, or nothing that can be used, closes the link like any other change of it. */
export async function settingsOf(ctx: CommandContext): Promise<IrcCommandSettings> {
  try {
    return await readSettings(ctx);
  } catch (cause) {
    await (await ctx.owned<IrcLine>(lineKey))?.leave();
    throw cause;
  }
}

/** The session's line, as `.env` wants it now. Nothing is connected by this. */
export async function lineFor(ctx: CommandContext, door: IrcDoor, settings: IrcCommandSettings): Promise<IrcLine> {
  const line = await ctx.own(lineKey, async (ending) => createLine(door, ctx, settings, ending));
  await line.configure(settings);
  return line;
}

/** The line if there is one, with all that it heard in the store. */
export async function quietLine(ctx: CommandContext, settings: IrcCommandSettings): Promise<IrcLine | undefined> {
  const line = await ctx.owned<IrcLine>(lineKey);
  await line?.configure(settings);
  await line?.flush();
  return line;
}

/** Where lines of that name are kept; our own nick names what was said to us alone. Throws BadTarget. */
export async function namedRoom(ctx: CommandContext, settings: IrcCommandSettings, from: string | undefined): Promise<Room> {
  const name = from ?? settings.channel;
  const bad = faultOfTarget(name);
  if (bad !== undefined) throw refusalOf(bad, ctx.language);
  const last = await lastServer(ctx);
  const mapping = (isOther(last, settings) ? undefined : last?.mapping) ?? "rfc1459";
  const isOwn = foldName(name, mapping) === foldName(settings.nick, mapping);
  return { ...roomOf(settings.server, isOwn ? undefined : name, mapping), name };
}

/** How a line stands, for programs. */
export function viewOf(view: LineView, settings: IrcCommandSettings, ctx: Pick<CommandContext, "language">): JsonObject {
  const { server, port, tls, nick, channel } = settings;
  return {
    state: view.state,
    server,
    port,
    tls,
    nick: view.nick ?? nick,
    channel,
    ...(view.fault === undefined ? {} : { last_error: { error_code: view.fault.code, message: sentenceOf(view.fault, ctx.language) } }),
  };
}
