import { chatVerb } from "#commands/kit/chat-verb";
import { refusal } from "#commands/kit/refusal";
import type { Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import { linkTexts } from "./texts.ts";

/** Joins accounts of one person on two platforms: without a code it sends one, with a code it uses it. */
export function linkCommand(hub: HubVerbs): Command {
  const command = chatVerb(
    { name: "link", summary: linkTexts.summary, right: "run.plain", positionals: [{ name: "code", summary: linkTexts.argCode, optional: true }] },
    async ({ code }, { by, place, language, prefix }) => {
      if (code !== undefined) {
        const { person, account, isNew } = await hub.joinAccount(by, code, language);
        const text = say(language, isNew ? commonTexts.accountLinked : commonTexts.accountLinkedBefore, { account, name: person.name });
        return { exitCode: 0, text, result: { person: person.name, account, linked: isNew } };
      }
      if (place.address === undefined) throw refusal("InvalidArgs", language, linkTexts.inChat, { prefix });
      if (!place.direct) throw refusal("InvalidArgs", language, linkTexts.directOnly, { prefix });
      // In a message of its own: what a command prints is kept with its run, where admins read it.
      await hub.sendLinkCode(by, place.address, language);
      return { exitCode: 0, text: say(language, linkTexts.codeSent), result: { sent: true } };
    },
  );
  // Whoever has the code becomes the person who made it.
  return { ...command, audit: [] };
}
