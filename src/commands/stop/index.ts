import { chatVerb } from "#commands/kit/chat-verb";
import { namedSession } from "#commands/kit/named-session";
import { refusal } from "#commands/kit/refusal";
import type { Asked, Command } from "#domain/command";
import type { Session } from "#domain/session";
import type { HubVerbs, Stopped } from "#domain/verbs";
import { say } from "#lib/words/words";
import { commonTexts } from "#lib/words/common";
import { sessionTexts } from "#commands/kit/session-texts";
import { commandTexts } from "#commands/kit/texts";

/** Anybody may type it; whose turn may be stopped is decided by the hub, which knows who began it. */
export function stopCommand(hub: HubVerbs): Command {
  return chatVerb(
    {
      name: "stop",
      summary: commandTexts.summaryStop,
      right: "run.plain",
      positionals: [
        { name: "session", summary: commandTexts.argSession, optional: true },
        { name: "all", summary: commandTexts.argStopAll, optional: true },
      ],
    },
    async (words, ctx) => {
      const { session, all } = await meant(hub, words, ctx);
      const outcome = await hub.stop(ctx.by, session, ctx.surface, { all });
      return { exitCode: 0, text: outcomeText(session, outcome, ctx), result: { session: session.name, ...outcome } };
    },
  );
}

/** `stop all` is about the current session, unless a session has that name. */
async function meant(
  hub: HubVerbs,
  { session: name, all }: { readonly session?: string | undefined; readonly all?: string | undefined },
  ctx: Asked,
): Promise<{ readonly session: Session; readonly all: boolean }> {
  if (all !== undefined && all !== "all") throw refusal("InvalidArgs", ctx.language, sessionTexts.stopWhat, { prefix: ctx.prefix });
  if (name === undefined) return { session: await currentSession(hub, ctx), all: false };
  const isWord = name === "all" && all === undefined && !(await hub.sessions(ctx.by)).some((one) => one.name === name);
  if (isWord) return { session: await currentSession(hub, ctx), all: true };
  return { session: await namedSession(hub, name, ctx), all: all !== undefined };
}

function outcomeText({ name: session }: Session, { stopped, dropped, queued }: Stopped, { language, prefix }: Asked): string {
  const lines = [
    ...(stopped ? [say(language, commonTexts.stopped, { session })] : []),
    ...(dropped > 0 ? [say(language, sessionTexts.droppedFromQueue, { session, count: dropped })] : []),
  ];
  if (lines.length === 0) lines.push(say(language, sessionTexts.nothingToStop, { session }));
  if (queued > 0) lines.push(say(language, sessionTexts.stillQueued, { session, count: queued, prefix }));
  return lines.join("\n");
}

async function currentSession(hub: HubVerbs, { by, place, language, prefix }: Asked): Promise<Session> {
  const session = await hub.current(by, place);
  if (session === undefined) throw refusal("NoSession", language, sessionTexts.noSessionToStop, { prefix });
  return session;
}
