import { chatVerb } from "#commands/kit/chat-verb";
import { refusal } from "#commands/kit/refusal";
import type { Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words/words";
import { unlinkTexts } from "./texts.ts";

/** The way back from `link`: the account is nobody's any more, and what was made with it ends. */
export function unlinkCommand(hub: HubVerbs): Command {
  return chatVerb(
    { name: "unlink", summary: unlinkTexts.summary, right: "run.plain", positionals: [{ name: "account", summary: unlinkTexts.argAccount }] },
    async ({ account }, { by, language }) => {
      const [, platform, id] = /^([a-z]+):(\S.*)$/s.exec(account) ?? [];
      if (platform === undefined || id === undefined) throw refusal("InvalidArgs", language, unlinkTexts.badAccount, { account });
      const { name } = await hub.unlinkAccount(by, `${platform}:${id}`, language);
      return { exitCode: 0, text: say(language, unlinkTexts.done, { account, name }), result: { person: name, account } };
    },
  );
}
