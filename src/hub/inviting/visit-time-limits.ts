import type { Language } from "#domain/command";
import type { Clock } from "#lib/time/clock";
import { formatDuration } from "#lib/time/format-duration";
import { say } from "#lib/words/words";
import type { Visit } from "./invited-process.ts";
import { invitingTexts } from "./texts.ts";

const warnBeforeMs = 60_000;

export interface TimeLimitActions {
  /** Ends the process for that reason. */
  readonly end: (why: string) => void;
  /** Posts the warning that the time is nearly over. */
  readonly warnSoonOver: (text: string) => void;
}

/** The timers of an invited process: it must join in time, is warned, and ends at its limit. Each function cancels one. */
export function startTimeLimits(
  clock: Pick<Clock, "after" | "now">,
  language: Language,
  visit: Visit,
  { end, warnSoonOver }: TimeLimitActions,
): readonly (() => void)[] {
  const { timeoutSeconds, maxRuntimeSeconds } = visit.entry;
  const from = visit.invitation.at;
  const most = maxRuntimeSeconds * 1000;
  const warn = Math.min(warnBeforeMs, most / 2);
  // Never longer than the whole limit, even if the machine's clock was set back while the hub was down.
  const after = (ms: number, call: () => void): (() => void) => clock.after(Math.min(ms, Math.max(0, from + ms - clock.now())), call);
  return [
    after(timeoutSeconds * 1000, () => {
      if (visit.invitation.joinedAt === undefined) end(say(language, invitingTexts.notJoined, { span: formatDuration(language, timeoutSeconds * 1000) }));
    }),
    after(most - warn, () => {
      warnSoonOver(say(language, invitingTexts.timeSoonOver, { agent: visit.entry.displayName, span: formatDuration(language, warn) }));
    }),
    after(most, () => end(say(language, invitingTexts.timeOver, { span: formatDuration(language, most) }))),
  ];
}
