import { chatVerb } from "#commands/kit/chat-verb";
import { commandTexts } from "#commands/kit/texts";
import { sessionTexts } from "#commands/kit/session-texts";
import type { Command } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words/words";

/** Decides which lines of a group are prompts: those that address Parley, or all of them. */
export function listenCommand(hub: HubVerbs): Command {
  return chatVerb(
    { name: "listen", summary: commandTexts.summaryListen, right: "listen", positionals: [{ name: "to", summary: commandTexts.argListen }] },
    async ({ to }, { place, language, prefix }) => {
      if (to !== "all" && to !== "mentions") throw new ParleyError("InvalidArgs", say(language, sessionTexts.listenWhat, { prefix }));
      if (place.address === undefined || place.direct) throw new ParleyError("InvalidArgs", say(language, sessionTexts.listenGroupOnly));
      await hub.listen(place.address, to);
      return { exitCode: 0, text: say(language, to === "all" ? sessionTexts.listensToAll : sessionTexts.listensToMentions), result: { listens: to } };
    },
  );
}
