import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { Schedule, ScheduleAsk, ScheduleWhen } from "#domain/schedule";
import { formatDuration } from "#lib/time/format-duration";
import { parseDuration } from "#lib/time/parse-duration";
import { nextAt } from "#lib/time/zoned-time";
import { say } from "#lib/words/words";
import { scheduleTexts } from "./texts.ts";

/** More often is a loop, not a schedule. */
const leastEveryMs = 10 * 60_000;
const dayMs = 86_400_000;
const mostMs = 366 * dayMs;

/** Throws InvalidArgs with what could be written instead. */
export function parseWhen(
  { kind, when, zone }: ScheduleAsk,
  hubZone: string,
  now: number,
  language: Language,
): { readonly when: ScheduleWhen; readonly dueAt: number } {
  const span = parseDuration(when);
  if (kind === "in") {
    if (span === undefined || span < 1_000 || span > mostMs)
      throw new ParleyError("InvalidArgs", say(language, scheduleTexts.badSpan, { when: when.slice(0, 40) }));
    return { when: { kind: "once" }, dueAt: now + span };
  }
  const [, hours, minutes] = /^([01]?\d|2[0-3])[:：]([0-5]\d)$/.exec(when) ?? [];
  if (hours !== undefined && minutes !== undefined) {
    const daily = { kind: "daily" as const, hour: Number(hours), minute: Number(minutes), zone: zone ?? hubZone };
    return { when: daily, dueAt: next(daily, now, language) };
  }
  if (span === undefined || span < leastEveryMs || span > mostMs) {
    const least = formatDuration(language, leastEveryMs);
    throw new ParleyError("InvalidArgs", say(language, scheduleTexts.badTime, { when: when.slice(0, 40), least }));
  }
  return { when: { kind: "every", everyMs: span }, dueAt: now + span };
}

function next({ zone, hour, minute }: Extract<ScheduleWhen, { kind: "daily" }>, now: number, language: Language): number {
  try {
    return nextAt(zone, now, hour, minute);
  } catch (cause) {
    if (cause instanceof RangeError) throw new ParleyError("InvalidArgs", say(language, scheduleTexts.badZone, { zone: zone.slice(0, 60) }));
    throw cause;
  }
}

/** The first run after `now`, and how many there were from `dueAt` until then. Undefined: none is left. */
export function following(when: ScheduleWhen, dueAt: number, now: number): { readonly dueAt: number; readonly passed: number } | undefined {
  if (when.kind === "once") return undefined;
  if (when.kind === "every") {
    const passed = Math.max(0, Math.floor((now - dueAt) / when.everyMs) + 1);
    return { dueAt: dueAt + passed * when.everyMs, passed };
  }
  // Somebody may have set the machine's time: years are not gone through day by day.
  const days = Math.floor((now - dueAt) / dayMs) - 1;
  let passed = days > 30 ? days : 0;
  let at = passed === 0 ? dueAt : nextAt(when.zone, dueAt + (passed - 0.5) * dayMs, when.hour, when.minute);
  for (; at <= now; passed++) at = nextAt(when.zone, at, when.hour, when.minute);
  return { dueAt: at, passed };
}

/** When it is due by a clock that was set back since: otherwise it would wait until the time that was shown before has come again. */
export function dueByNow({ when, at, dueAt }: Pick<Schedule, "when" | "at" | "dueAt">, now: number): number {
  if (when.kind === "once") return now < at ? now + dueAt - at : dueAt;
  if (when.kind === "every") return Math.min(dueAt, now + when.everyMs);
  const soonest = nextAt(when.zone, now, when.hour, when.minute);
  // Not the next one, which may have been said already: a day is up to an hour longer where the clocks change.
  return dueAt > soonest + dayMs + 3_600_000 ? soonest : dueAt;
}
