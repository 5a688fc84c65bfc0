import { chatVerb } from "#commands/kit/chat-verb";
import { sessionJson, stateName } from "#commands/kit/session-words";
import type { Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { catalogue, say } from "#lib/words";

export function sessionsCommand(hub: HubVerbs): Command {
  return chatVerb(
    { name: "sessions", usage: "sessions", summary: catalogue.summarySessions, right: "run.plain" },
    async (_args, { by, place, language, prefix }) => {
      const [sessions, current] = await Promise.all([hub.sessions(by), hub.current(by, place)]);
      const result = { sessions: sessions.map(sessionJson), current: current?.name ?? null };
      if (sessions.length === 0) return { exitCode: 0, text: say(language, "noSessions", { prefix }), result };
      const lines = sessions.map(({ id, name, cliType: cli, state }) =>
        say(language, id === current?.id ? "sessionLineHere" : "sessionLine", { name, cli, state: stateName(language, state) }),
      );
      return { exitCode: 0, text: [say(language, "sessionsHead"), ...lines].join("\n"), result };
    },
  );
}
