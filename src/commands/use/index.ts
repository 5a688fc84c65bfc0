import { chatVerb } from "#commands/kit/chat-verb";
import { namedSession } from "#commands/kit/named-session";
import { sessionJson } from "#commands/kit/session-words";
import type { Asked, Command, CommandResult } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words/words";
import { sessionTexts } from "#commands/kit/session-texts";
import { commandTexts } from "#commands/kit/texts";

export function useCommand(hub: HubVerbs): Command {
  return chatVerb(
    { name: "use", summary: commandTexts.summaryUse, right: "run.plain", positionals: [{ name: "session", summary: commandTexts.argUseSession }] },
    async ({ session: name }, ctx) => {
      // Unless a session has that name.
      if (name === "auto" && !(await hub.sessions(ctx.by)).some((one) => one.name === name)) return letRulesChoose(hub, ctx);
      const { name: known } = await namedSession(hub, name, ctx);
      const session = await hub.use(ctx.by, ctx.place, known);
      return { exitCode: 0, text: say(ctx.language, sessionTexts.switched, { session: session.name }), result: { session: sessionJson(session) } };
    },
  );
}

async function letRulesChoose(hub: HubVerbs, { by, place, language }: Asked): Promise<CommandResult> {
  const rest = await hub.useRules(by, place);
  const text = rest === undefined ? say(language, sessionTexts.usesRules) : say(language, sessionTexts.usesRulesElse, { session: rest.name });
  return { exitCode: 0, text, result: { session: rest === undefined ? null : sessionJson(rest) } };
}
