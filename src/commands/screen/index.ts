import { chatVerb } from "#commands/kit/chat-verb";
import { meantSession } from "#commands/kit/meant-session";
import { commandTexts } from "#commands/kit/texts";
import { screenText } from "#domain/agent";
import type { Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { showHidden } from "#lib/text/show-hidden";
import { say } from "#lib/words/words";
import { screenTexts } from "./texts.ts";

/** What fits into a chat beside the picture. */
const maxLines = 24;
const maxColumns = 120;

export function screenCommand(hub: HubVerbs): Command {
  return chatVerb(
    {
      name: "screen",
      summary: screenTexts.summary,
      right: "desk.see",
      positionals: [{ name: "session", summary: commandTexts.argSession, optional: true }],
    },
    async ({ session: name }, asked) => {
      const session = await meantSession(hub, name, asked);
      const text = screenText(await hub.screen(asked.by, asked.place, session));
      const { language } = asked;
      const lines = text
        .split("\n")
        .filter((line) => line.trim() !== "")
        .slice(-maxLines)
        .map((line) => Array.from(line).slice(0, maxColumns).join(""));
      const fence = "`".repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length + 1)));
      const screen = `${fence}\n${showHidden(lines.join("\n"))}\n${fence}`;
      return {
        exitCode: 0,
        text: say(language, lines.length === 0 ? screenTexts.empty : screenTexts.shown, { session: session.name, screen }),
        result: { session: session.name, screen: text },
      };
    },
  );
}
