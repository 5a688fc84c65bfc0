import { chatVerb } from "#commands/kit/chat-verb";
import { sessionJson, stateInFull } from "#commands/kit/session-words";
import type { Command, Language } from "#domain/command";
import type { Session } from "#domain/session";
import type { LinkStatus, Status } from "#domain/status";
import type { HubVerbs } from "#domain/verbs";
import { moment } from "#lib/moment";
import { platformName } from "#lib/place";
import { catalogue, say } from "#lib/words";

export function statusCommand(hub: HubVerbs): Command {
  return chatVerb({ name: "status", usage: "status", summary: catalogue.summaryStatus, right: "run.plain" }, async (_args, { by, language }) => {
    const status = await hub.status(by);
    return {
      exitCode: 0,
      text: statusLines(status, language).join("\n"),
      result: {
        sessions: status.sessions.map(sessionJson),
        links: status.links.map(({ id, platform, state, reason }) => ({ id, platform, state, reason })),
        open_questions: status.openQuestions,
        due_deliveries: status.dueDeliveries,
        red_lines: status.redLines.map(({ what, why, mend }) => ({ what, why, mend })),
      },
    };
  });
}

function statusLines({ sessions, links, openQuestions, dueDeliveries, redLines }: Status, language: Language): readonly string[] {
  return [
    say(language, sessions.length === 0 ? "statusNoSessions" : "statusSessions"),
    ...sessions.flatMap((session) => sessionLines(session, language)),
    say(language, links.length === 0 ? "statusNoLinks" : "statusLinks"),
    ...links.map((link) => linkLine(link, language)),
    say(language, "statusQuestions", { count: openQuestions }),
    say(language, "statusDeliveries", { count: dueDeliveries }),
    ...(redLines.length === 0 ? [] : [say(language, "statusRedLines")]),
    ...redLines.map(({ what, why, mend }) => say(language, "statusRedLine", { what, why, mend })),
  ];
}

function sessionLines(session: Session, language: Language): readonly string[] {
  return [
    say(language, "sessionLine", { name: session.name, cli: session.cliType, state: stateInFull(language, session) }),
    say(language, "statusSessionDetail", { directory: session.workDir, at: moment(session.at) }),
  ];
}

function linkLine({ id, platform, state, reason }: LinkStatus, language: Language): string {
  const name = platformName(language, platform);
  const light = lightName(language, state);
  return say(language, "statusLink", {
    link: id === platform ? name : `${name} (${id})`,
    state: reason === "" ? light : say(language, "stateBecause", { state: light, reason }),
  });
}

function lightName(language: Language, state: LinkStatus["state"]): string {
  switch (state) {
    case "connected":
      return say(language, "linkConnected");
    case "connecting":
      return say(language, "linkConnecting");
    case "error":
      return say(language, "linkError");
    case "closed":
      return say(language, "linkClosed");
  }
}
