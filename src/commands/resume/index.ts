import { chatVerb } from "#commands/kit/chat-verb";
import { meantSession } from "#commands/kit/meant-session";
import { refusal } from "#commands/kit/refusal";
import { commandTexts } from "#commands/kit/texts";
import type { Conversation } from "#domain/agent";
import type { Asked, Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { showHidden } from "#lib/text/show-hidden";
import { formatTime } from "#lib/time/format-time";
import { say } from "#lib/words/words";
import { resumeTexts } from "./texts.ts";

const maxListed = 20;

/** Anybody who may see the terminal may list; reopening ends what runs, and the hub decides about that. */
export function resumeCommand(hub: HubVerbs): Command {
  return chatVerb(
    {
      name: "resume",
      summary: resumeTexts.summary,
      right: "desk.see",
      positionals: [{ name: "conversation", summary: resumeTexts.argConversation, optional: true }],
      flags: { session: { kind: "text", placeholder: "NAME", summary: commandTexts.argSession } },
      timeMs: 60_000,
    },
    async ({ conversation: which, session: name }, asked) => {
      const session = await meantSession(hub, name, asked);
      const older = (await hub.conversations(asked.by, session)).slice(0, maxListed);
      if (which === undefined) return listed(older, session.name, asked);
      const chosen = older.find(({ id }, index) => id === which || which === String(index + 1));
      if (chosen === undefined) throw refusal("NotFound", asked.language, resumeTexts.noNumber, { number: which.slice(0, 60), prefix: asked.prefix });
      await hub.restart(asked.by, asked.surface, session, chosen.id);
      return {
        exitCode: 0,
        text: say(asked.language, resumeTexts.resumed, { session: session.name, title: showHidden(chosen.title) }),
        result: { session: session.name, conversation: chosen.id },
      };
    },
  );
}

function listed(older: readonly Conversation[], session: string, { language, prefix }: Asked) {
  const lines = older.map(({ title, at }, index) => say(language, resumeTexts.line, { number: index + 1, title: showHidden(title), at: formatTime(at) }));
  const text =
    older.length === 0
      ? say(language, resumeTexts.none, { session })
      : [say(language, resumeTexts.head, { session }), ...lines, "", say(language, resumeTexts.how, { prefix })].join("\n");
  return { exitCode: 0, text, result: { session, conversations: older.map(({ id, title, at }) => ({ id, title, at: new Date(at).toISOString() })) } };
}
