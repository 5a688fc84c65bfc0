import { chatVerb } from "#commands/kit/chat-verb";
import { sessionJson, stateInFull } from "#commands/kit/session-words";
import type { Command, Language, Speech } from "#domain/command";
import { type Actor, nameOf, whoIs } from "#domain/people";
import type { Session } from "#domain/session";
import type { HubVerbs } from "#domain/verbs";
import { moment } from "#lib/moment";
import { catalogue, say } from "#lib/words";

export function whoamiCommand(hub: HubVerbs): Command {
  return chatVerb({ name: "whoami", usage: "whoami", summary: catalogue.summaryWhoami, right: "run.plain" }, async (_args, { by, place, language, prefix }) => {
    const session = await hub.current(by, place);
    const account = "account" in by ? by.account : undefined;
    return {
      exitCode: 0,
      text: [...sessionLines(session, { language, prefix }), ...askerLines(by, account, language)].join("\n"),
      result: {
        session: session === undefined ? null : sessionJson(session),
        who: whoIs(by),
        name: nameOf(by),
        role: by.kind === "person" ? by.role : by.kind,
        account: account ?? null,
      },
    };
  });
}

function sessionLines(session: Session | undefined, { language, prefix }: Speech): readonly string[] {
  if (session === undefined) return [say(language, "whoamiNoSession", { prefix })];
  return [
    say(language, "whoamiSession", { name: session.name, cli: session.cliType, state: stateInFull(language, session) }),
    say(language, "whoamiDirectory", { directory: session.workDir }),
    say(language, "whoamiSince", { at: moment(session.at) }),
  ];
}

function askerLines(by: Actor, account: string | undefined, language: Language): readonly string[] {
  const person = say(language, "whoamiPerson", { name: nameOf(by), role: roleName(language, by) });
  return account === undefined ? [person] : [person, say(language, "whoamiAccount", { account })];
}

function roleName(language: Language, by: Actor): string {
  switch (by.kind === "person" ? by.role : by.kind) {
    case "owner":
      return say(language, "roleOwner");
    case "admin":
      return say(language, "roleAdmin");
    case "member":
      return say(language, "roleMember");
    case "guest":
      return say(language, "roleGuest");
    case "agent":
    case "session":
      return say(language, "roleAgent");
    case "operator":
    case "hub":
      return say(language, "roleOperator");
    case "stranger":
    case "outside":
      return say(language, "roleStranger");
  }
}
