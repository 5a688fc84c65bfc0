import { chatVerb } from "#commands/kit/chat-verb";
import type { Command, Language } from "#domain/command";
import type { Person } from "#domain/people";
import type { HubVerbs } from "#domain/verbs";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import { whoTexts } from "./texts.ts";

const roles = { owner: commonTexts.roleOwner, admin: commonTexts.roleAdmin, member: commonTexts.roleMember } as const;

export function whoCommand(hub: HubVerbs): Command {
  return chatVerb({ name: "who", summary: whoTexts.summary, right: "run.plain" }, async (_args, { by, language }) => {
    const people = await hub.who(by);
    const lines = people.map((person) => lineOf(person, language));
    return {
      exitCode: 0,
      text: lines.length === 0 ? say(language, whoTexts.nobody) : [say(language, whoTexts.head), ...lines].join("\n"),
      result: { people: people.map(({ name, role, accounts }) => ({ name, role, accounts: [...accounts] })) },
    };
  });
}

function lineOf({ name, role, accounts }: Person, language: Language): string {
  const values = { name, role: say(language, roles[role]) };
  return accounts.length === 0 ? say(language, whoTexts.line, values) : say(language, whoTexts.lineAccounts, { ...values, accounts: accounts.join(", ") });
}
