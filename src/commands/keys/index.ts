import { chatVerb } from "#commands/kit/chat-verb";
import { meantSession } from "#commands/kit/meant-session";
import { refusal } from "#commands/kit/refusal";
import type { Asked, Command } from "#domain/command";
import { terminalKey } from "#domain/terminal-keys";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words/words";
import { keysTexts } from "./texts.ts";

const maxKeys = 20;

/** Names of keys and nothing else: free text in front of a menu could choose what is preselected. */
export function keysCommand(hub: HubVerbs): Command {
  return chatVerb(
    {
      name: "keys",
      summary: keysTexts.summary,
      right: "desk.type",
      positionals: [{ name: "keys", summary: keysTexts.argKeys, rest: true }],
    },
    async ({ keys: words }, asked) => {
      const keys = keysIn(words, asked);
      const session = await meantSession(hub, undefined, asked);
      await hub.press(asked.by, asked.surface, session, keys);
      const { language, prefix } = asked;
      return {
        exitCode: 0,
        text: say(language, keysTexts.pressed, { session: session.name, keys: keys.join(" "), prefix }),
        result: { session: session.name, keys: [...keys] },
      };
    },
  );
}

function keysIn(words: string, { language }: Asked): readonly string[] {
  const given = words.split(/\s+/).filter((word) => word !== "");
  if (given.length > maxKeys) throw refusal("InvalidArgs", language, keysTexts.tooMany, { max: maxKeys });
  return given.map((word) => {
    const key = terminalKey(word);
    if (key !== undefined) return key;
    throw refusal("InvalidArgs", language, keysTexts.unknownKey, { key: word.slice(0, 40), known: say(language, keysTexts.argKeys) });
  });
}
