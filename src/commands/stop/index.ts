import { chatVerb } from "#commands/kit/chat-verb";
import { namedSession } from "#commands/kit/named-session";
import { refusal } from "#commands/kit/refusal";
import type { Asked, Command } from "#domain/command";
import type { Session } from "#domain/session";
import type { HubVerbs } from "#domain/verbs";
import { catalogue, say } from "#lib/words";

/** Anybody may type it; whose turn may be stopped is decided by the hub, which knows who began it. */
export function stopCommand(hub: HubVerbs): Command {
  return chatVerb(
    { name: "stop", usage: "stop [session]", summary: catalogue.summaryStop, right: "run.plain", optional: ["session"] },
    async ({ session: name }, ctx) => {
      const session = name === undefined ? await currentSession(hub, ctx) : await namedSession(hub, name, ctx);
      const stopped = await hub.stop(ctx.by, session, ctx.surface);
      return {
        exitCode: 0,
        text: say(ctx.language, stopped ? "stopped" : "nothingToStop", { session: session.name }),
        result: { session: session.name, stopped },
      };
    },
  );
}

async function currentSession(hub: HubVerbs, { by, place, language, prefix }: Asked): Promise<Session> {
  const session = await hub.current(by, place);
  if (session === undefined) throw refusal("NoSession", language, "noSessionToStop", { prefix });
  return session;
}
