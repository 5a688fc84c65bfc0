import { CommandFault, type CommandContext } from "#domain/command";
import { roleOf } from "#domain/people";
import { say } from "#lib/words/words";
import { numberIn, textIn } from "./backlog-fields.ts";
import type { IrcCommandSettings } from "./settings.ts";
import { ircTexts } from "./texts.ts";
import { defined } from "#lib/defined";

/** The server that the session's link went to last, kept over restarts. */
export interface ServerNote {
  readonly server: string;
  readonly port: number;
  readonly tls: boolean;
  /** How it compares names, once that is known. */
  readonly mapping?: string;
}

type Target = Pick<IrcCommandSettings, "server" | "port" | "tls">;
type Notes = Pick<CommandContext, "backlog">;

const name = "irc server";

export async function lastServer({ backlog }: Notes): Promise<ServerNote | undefined> {
  const [last] = await backlog(name).history({ limit: 1 });
  if (last === undefined) return undefined;
  const { body } = last;
  const mapping = textIn(body, "mapping");
  return { server: textIn(body, "server"), port: numberIn(body, "port"), tls: body["tls"] === true, ...(mapping === "" ? {} : { mapping }) };
}

export async function noteServer({ backlog }: Notes, { server, port, tls }: Target, at: number, mapping?: string): Promise<void> {
  await backlog(name).add([{ at, body: { server, port, tls, ...defined({ mapping }) } }]);
}

export function isOther(last: ServerNote | undefined, { server, port, tls }: Target): boolean {
  return last !== undefined && (last.server !== server || last.port !== port || last.tls !== tls);
}

/** The server that anybody's link in this workspace may go to without a question: the one that was first used here, or allowed last. */
function usedHere({ sharedBacklog }: Pick<CommandContext, "sharedBacklog">): Promise<ServerNote | undefined> {
  return lastServer({ backlog: sharedBacklog });
}

/** Notes it for the session, and for the workspace. */
async function noteUse(ctx: CommandContext, settings: Target, at: number): Promise<void> {
  await noteServer(ctx, settings, at);
  await noteServer({ backlog: ctx.sharedBacklog }, settings, at);
}

/** Begins the notes of a session that has none, unless somebody has to be asked first. False in that case. */
export async function mayGoThere(ctx: CommandContext, settings: IrcCommandSettings, now: number): Promise<boolean> {
  const last = await lastServer(ctx);
  if (last !== undefined) return !isOther(last, settings);
  if (isOther(await usedHere(ctx), settings) || (await ctx.isDenied(keyOf(settings)))) return false;
  await noteUse(ctx, settings, now);
  return true;
}

/**
 * Somebody who may allow it is asked before the link goes anywhere else than the last time. A session that has no last time goes by the
 * workspace's: otherwise whoever is asked about would only have to register an agent. Throws NotAllowed.
 */
export async function allowServer(ctx: CommandContext, settings: IrcCommandSettings, now: number): Promise<void> {
  const last = await lastServer(ctx);
  const here = await usedHere(ctx);
  // Notes of before there was one for the workspace.
  if (last !== undefined && here === undefined) await noteServer({ backlog: ctx.sharedBacklog }, last, now);
  if (await mayGoThere(ctx, settings, now)) return;
  const after = shown(settings);
  const key = keyOf(settings);
  const isDenied = last === undefined && (await ctx.isDenied(key));
  // A new agent does not bring the question up again; an owner or admin who connects does.
  if (isDenied && !mayAskAgain(ctx)) throw refused(settings, say(ctx.language, ircTexts.ircServerStaysRefused, { after }));
  ctx.progress(say(ctx.language, ircTexts.ircServerAsks));
  const allowed = await ctx.approve({
    key,
    prompt: promptFor(ctx, { last, here, after, isDenied }),
    argv: ["irc", "connect", settings.server, String(settings.port), settings.tls ? "tls" : "plain"],
    // The password goes there too, so an admin alone is not enough.
    needs: ["run.risky"],
  });
  if (!allowed) throw refused(settings, say(ctx.language, ircTexts.ircServerRefused, { after }));
  await noteUse(ctx, settings, now);
}

interface Change {
  readonly last: ServerNote | undefined;
  readonly here: ServerNote | undefined;
  readonly after: string;
  readonly isDenied: boolean;
}

function promptFor({ language }: Pick<CommandContext, "language">, { last, here, after, isDenied }: Change): string {
  if (last !== undefined) return say(language, ircTexts.ircAskServer, { before: shown(last), after });
  if (isDenied || here === undefined) return say(language, ircTexts.ircAskRefused, { after });
  return say(language, ircTexts.ircAskServerHere, { before: shown(here), after });
}

function keyOf(settings: Target): string {
  return `irc server ${shown(settings)}`;
}

function mayAskAgain({ by }: Pick<CommandContext, "by">): boolean {
  const role = roleOf(by);
  return role === "owner" || role === "admin";
}

function refused({ server, port }: IrcCommandSettings, sentence: string): CommandFault {
  return new CommandFault("NotAllowed", sentence, { server, port });
}

function shown({ server, port, tls }: Target): string {
  return `${server} ${port} ${tls ? "TLS" : "plain"}`;
}
