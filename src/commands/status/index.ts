import { chatVerb } from "#commands/kit/chat-verb";
import { sessionJson, stateInFull } from "#commands/kit/session-words";
import type { SeatFacts } from "#domain/agent";
import type { Command, Language } from "#domain/command";
import type { Session } from "#domain/session";
import type { LinkStatus, Status } from "#domain/status";
import type { SessionUsage, WorkStatus } from "#domain/work";
import type { HubVerbs } from "#domain/verbs";
import { formatTime } from "#lib/time/format-time";
import { showHidden } from "#lib/text/show-hidden";
import { platformName } from "#lib/text/surface-name";
import { say } from "#lib/words/words";
import { sessionTexts } from "#commands/kit/session-texts";
import { commandTexts } from "#commands/kit/texts";

export function statusCommand(hub: HubVerbs): Command {
  return chatVerb({ name: "status", summary: commandTexts.summaryStatus, right: "run.plain" }, async (_args, { by, language }) => {
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

function statusLines({ sessions, facts, statuses, links, openQuestions, dueDeliveries, redLines }: Status, language: Language): readonly string[] {
  return [
    say(language, sessions.length === 0 ? sessionTexts.statusNoSessions : sessionTexts.statusSessions),
    ...sessions.flatMap((session) => sessionLines(session, { facts: facts.get(session.id), doing: statuses.get(session.id) }, language)),
    say(language, links.length === 0 ? sessionTexts.statusNoLinks : sessionTexts.statusLinks),
    ...links.map((link) => linkLine(link, language)),
    say(language, sessionTexts.statusQuestions, { count: openQuestions }),
    say(language, sessionTexts.statusDeliveries, { count: dueDeliveries }),
    ...(redLines.length === 0 ? [] : [say(language, sessionTexts.statusRedLines)]),
    ...redLines.map(({ what, why, mend }) => say(language, sessionTexts.statusRedLine, { what, why, mend })),
  ];
}

interface SessionNow {
  readonly facts: SeatFacts | undefined;
  readonly doing: WorkStatus | undefined;
}

function sessionLines(session: Session, { facts, doing }: SessionNow, language: Language): readonly string[] {
  return [
    say(language, sessionTexts.sessionLine, { name: session.name, cli: session.cliType, state: stateInFull(language, session) }),
    say(language, sessionTexts.statusSessionDetail, { directory: session.workDir, at: formatTime(session.at) }),
    ...(doing === undefined ? [] : [doingLine(doing, language)]),
    ...(session.usage === undefined ? [] : [usageLine(session.usage, language)]),
    ...(facts === undefined ? [] : factsLine(facts, language)),
  ];
}

const doingTexts = {
  working: sessionTexts.doingWorking,
  retrying: sessionTexts.doingRetrying,
  rate_limited: sessionTexts.doingLimited,
  compacting: sessionTexts.doingCompacting,
} as const;

function doingLine({ doing, what = "", until }: WorkStatus, language: Language): string {
  const word = say(language, doingTexts[doing]);
  const about = what.trim() === "" ? word : say(language, sessionTexts.stateBecause, { state: word, reason: showHidden(what.trim().replace(/\s+/g, " ")) });
  return `  ${until === undefined ? about : say(language, sessionTexts.doingUntil, { doing: about, at: formatTime(until) })}`;
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

function linkLine({ id, platform, state, reason }: LinkStatus, language: Language): string {
  const name = platformName(language, platform);
  const light = lightName(language, state);
  return say(language, sessionTexts.statusLink, {
    link: id === platform ? name : `${name} (${id})`,
    state: reason === "" ? light : say(language, sessionTexts.stateBecause, { state: light, reason }),
  });
}

function lightName(language: Language, state: LinkStatus["state"]): string {
  switch (state) {
    case "connected":
      return say(language, sessionTexts.linkConnected);
    case "connecting":
      return say(language, sessionTexts.linkConnecting);
    case "error":
      return say(language, sessionTexts.linkError);
    case "closed":
      return say(language, sessionTexts.linkClosed);
  }
}
