import { chatVerb } from "#commands/kit/chat-verb";
import { sessionJson, stateInFull } from "#commands/kit/session-words";
import type { SeatFacts } from "#domain/agent";
import type { Command, Language } from "#domain/command";
import type { Session } from "#domain/session";
import { type LinkStatus, type Status, shownState } from "#domain/status";
import type { SessionUsage, WorkStatus } from "#domain/work";
import type { HubVerbs } from "#domain/verbs";
import { formatTime } from "#lib/time/format-time";
import { platformName } from "#lib/text/surface-name";
import { workWords } from "#lib/words/work-words";
import { say } from "#lib/words/words";
import { sessionTexts } from "#commands/kit/session-texts";
import { commandTexts } from "#commands/kit/texts";

export function statusCommand(hub: HubVerbs): Command {
  return chatVerb({ name: "status", summary: commandTexts.summaryStatus, right: "run.plain" }, async (_args, { by, language }) => {
    const status = await hub.status(by);
    return {
      exitCode: 0,
      text: statusText(status, language),
      result: {
        sessions: status.sessions.map(sessionJson),
        links: status.links.map((link) => ({ id: link.id, platform: link.platform, state: shownState(link), reason: link.reason })),
        open_questions: status.openQuestions,
        due_deliveries: status.dueDeliveries,
        red_lines: status.redLines.map(({ what, why, mend }) => ({ what, why, mend })),
      },
    };
  });
}

/** Apart by an empty line: right below a list a line would be read as more of its last entry. */
function statusText({ sessions, facts, statuses, links, openQuestions, dueDeliveries, redLines }: Status, language: Language): string {
  const sections = [
    [
      say(language, sessions.length === 0 ? sessionTexts.statusNoSessions : sessionTexts.statusSessions),
      ...sessions.flatMap((session) => sessionLines(session, { facts: facts.get(session.id), doing: statuses.get(session.id) }, language)),
    ],
    [say(language, links.length === 0 ? sessionTexts.statusNoLinks : sessionTexts.statusLinks), ...links.map((link) => linkLine(link, language))],
    [say(language, sessionTexts.statusQuestions, { count: openQuestions }), say(language, sessionTexts.statusDeliveries, { count: dueDeliveries })],
    redLines.length === 0
      ? []
      : [say(language, sessionTexts.statusRedLines), ...redLines.map(({ what, why, mend }) => say(language, sessionTexts.statusRedLine, { what, why, mend }))],
  ];
  return sections.flatMap((lines) => (lines.length === 0 ? [] : [lines.join("\n")])).join("\n\n");
}

interface SessionNow {
  readonly facts: SeatFacts | undefined;
  readonly doing: WorkStatus | undefined;
}

function sessionLines(session: Session, { facts, doing }: SessionNow, language: Language): readonly string[] {
  return [
    say(language, sessionTexts.sessionLine, { name: session.name, cli: session.cliType, state: stateInFull(language, session) }),
    say(language, sessionTexts.statusSessionDetail, { directory: session.workDir, at: formatTime(session.at) }),
    ...(doing === undefined ? [] : [`  ${workWords(language, doing)}`]),
    ...(session.usage === undefined ? [] : [usageLine(session.usage, language)]),
    ...(facts === undefined ? [] : factsLine(facts, language)),
  ];
}

function factsLine({ pid, memoryBytes, startedAt, model, isAdopted }: SeatFacts, language: Language): readonly string[] {
  const known = [
    ...(pid === undefined ? [] : [say(language, sessionTexts.statusPid, { pid })]),
    ...(memoryBytes === undefined ? [] : [say(language, sessionTexts.statusMemory, { mb: Math.round(memoryBytes / 1024 / 1024) })]),
    ...(startedAt === undefined ? [] : [say(language, sessionTexts.statusSince, { at: formatTime(startedAt) })]),
    ...(model === undefined ? [] : [model]),
    ...(isAdopted === true ? [say(language, sessionTexts.statusAdopted)] : []),
  ];
  return known.length === 0 ? [] : [`  ${known.join(", ")}`];
}

function usageLine({ model, inputTokens, outputTokens, cost, contextLeft, turns }: SessionUsage, language: Language): string {
  const used = say(language, sessionTexts.statusUsage, { model, turns, input: inputTokens, output: outputTokens });
  const more = [
    ...(cost === undefined ? [] : [say(language, sessionTexts.statusCost, { cost: cost.toFixed(2) })]),
    ...(contextLeft === undefined ? [] : [say(language, sessionTexts.statusContext, { tokens: contextLeft })]),
  ];
  return [used, ...more].join(", ");
}

function linkLine(link: LinkStatus, language: Language): string {
  const { id, platform, reason } = link;
  const name = platformName(language, platform);
  const light = lightName(language, shownState(link));
  return say(language, sessionTexts.statusLink, {
    link: id === platform ? name : `${name} (${id})`,
    state: reason === "" ? light : say(language, sessionTexts.stateBecause, { state: light, reason }),
  });
}

function lightName(language: Language, state: ReturnType<typeof shownState>): string {
  switch (state) {
    case "connected":
      return say(language, sessionTexts.linkConnected);
    case "degraded":
      return say(language, sessionTexts.linkDegraded);
    case "impaired":
      return say(language, sessionTexts.linkImpaired);
    case "connecting":
      return say(language, sessionTexts.linkConnecting);
    case "error":
      return say(language, sessionTexts.linkError);
    case "closed":
      return say(language, sessionTexts.linkClosed);
  }
}
