import { chatVerb } from "#commands/kit/chat-verb";
import { sessionJson, stateAndQueue } from "#commands/kit/session-words";
import type { Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words/words";
import { sessionTexts } from "#commands/kit/session-texts";
import { commandTexts } from "#commands/kit/texts";

export function sessionsCommand(hub: HubVerbs): Command {
  return chatVerb({ name: "sessions", summary: commandTexts.summarySessions, right: "run.plain" }, async (_args, { by, place, language, prefix }) => {
    const [sessions, current] = await Promise.all([hub.sessions(by), hub.current(by, place)]);
    const result = { sessions: sessions.map(sessionJson), current: current?.name ?? null };
    if (sessions.length === 0) return { exitCode: 0, text: say(language, sessionTexts.noSessions, { prefix }), result };
    const lines = sessions.map((session) =>
      say(language, session.id === current?.id ? sessionTexts.sessionLineHere : sessionTexts.sessionLine, {
        name: session.name,
        cli: session.cliType,
        state: stateAndQueue(language, session),
      }),
    );
    return { exitCode: 0, text: [say(language, sessionTexts.sessionsHead), ...lines].join("\n"), result };
  });
}
