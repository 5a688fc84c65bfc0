import { chatVerb } from "#commands/kit/chat-verb";
import { sessionJson, stateInFull } from "#commands/kit/session-words";
import type { Listening } from "#domain/chat-verbs";
import type { Command, Language, Speech } from "#domain/command";
import { type Actor, nameOf, whoIs } from "#domain/people";
import type { Session } from "#domain/session";
import type { HubVerbs } from "#domain/verbs";
import { formatTime } from "#lib/time/format-time";
import { say } from "#lib/words/words";
import { sessionTexts } from "#commands/kit/session-texts";
import { commonTexts } from "#lib/words/common";
import { commandTexts } from "#commands/kit/texts";
import { defined } from "#lib/defined";

export function whoamiCommand(hub: HubVerbs): Command {
  return chatVerb({ name: "whoami", summary: commandTexts.summaryWhoami, right: "run.plain" }, async (_args, { by, place, language, prefix }) => {
    const session = await hub.current(by, place);
    const listens = place.address === undefined || place.direct ? undefined : await hub.listening(place.address);
    const account = "account" in by ? by.account : undefined;
    return {
      exitCode: 0,
      text: [...sessionLines(session, { language, prefix }), ...askerLines(by, account, language), ...listeningLine(listens, language)].join("\n"),
      result: {
        session: session === undefined ? null : sessionJson(session),
        who: whoIs(by),
        name: nameOf(by),
        role: by.kind === "person" ? by.role : by.kind,
        account: account ?? null,
        ...defined({ listens }),
      },
    };
  });
}

function sessionLines(session: Session | undefined, { language, prefix }: Speech): readonly string[] {
  if (session === undefined) return [say(language, sessionTexts.whoamiNoSession, { prefix })];
  return [
    say(language, sessionTexts.whoamiSession, { name: session.name, cli: session.cliType, state: stateInFull(language, session) }),
    say(language, sessionTexts.whoamiDirectory, { directory: session.workDir }),
    say(language, sessionTexts.whoamiSince, { at: formatTime(session.at) }),
  ];
}

function listeningLine(listens: Listening | undefined, language: Language): readonly string[] {
  if (listens === undefined) return [];
  return [say(language, listens === "all" ? sessionTexts.listensToAll : sessionTexts.listensToMentions)];
}

function askerLines(by: Actor, account: string | undefined, language: Language): readonly string[] {
  const person = say(language, sessionTexts.whoamiPerson, { name: nameOf(by), role: roleName(language, by) });
  return account === undefined ? [person] : [person, say(language, sessionTexts.whoamiAccount, { account })];
}

function roleName(language: Language, by: Actor): string {
  switch (by.kind === "person" ? by.role : by.kind) {
    case "owner":
      return say(language, commonTexts.roleOwner);
    case "admin":
      return say(language, commonTexts.roleAdmin);
    case "member":
      return say(language, commonTexts.roleMember);
    case "guest":
      return say(language, sessionTexts.roleGuest);
    case "agent":
    case "session":
      return say(language, sessionTexts.roleAgent);
    case "operator":
    case "hub":
      return say(language, sessionTexts.roleOperator);
    case "stranger":
    case "outside":
      return say(language, commonTexts.roleStranger);
  }
}
