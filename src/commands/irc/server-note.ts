import { CommandFault, type CommandContext } from "#domain/command";
import { say } from "#lib/words";
import { numberIn, textIn } from "./body.ts";
import type { IrcSettings } from "./settings.ts";

/** The server that the session's link went to last, kept over restarts. */
export interface ServerNote {
  readonly server: string;
  readonly port: number;
  readonly tls: boolean;
  /** How it compares names, once that is known. */
  readonly mapping?: string;
}

type Target = Pick<IrcSettings, "server" | "port" | "tls">;
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
  await backlog(name).add([{ at, body: { server, port, tls, ...(mapping === undefined ? {} : { mapping }) } }]);
}

export function isOther(last: ServerNote | undefined, { server, port, tls }: Target): boolean {
  return last !== undefined && (last.server !== server || last.port !== port || last.tls !== tls);
}

/** Somebody who may allow it is asked before the link goes anywhere else than the last time. Throws NotAllowed. */
export async function allowServer(ctx: CommandContext, settings: IrcSettings, now: number): Promise<void> {
  const last = await lastServer(ctx);
  if (last === undefined) return noteServer(ctx, settings, now);
  if (!isOther(last, settings)) return;
  const after = shown(settings);
  ctx.progress(say(ctx.language, "ircServerAsks"));
  const allowed = await ctx.approve({
    key: `irc server ${after}`,
    prompt: say(ctx.language, "ircAskServer", { before: shown(last), after }),
    argv: ["irc", "connect", settings.server, String(settings.port), settings.tls ? "tls" : "plain"],
  });
  if (!allowed) throw new CommandFault("NotAllowed", say(ctx.language, "ircServerRefused", { after }), { server: settings.server, port: settings.port });
  await noteServer(ctx, settings, now);
}

function shown({ server, port, tls }: Target): string {
  return `${server} ${port} ${tls ? "TLS" : "plain"}`;
}
