import type { PersonSettings } from "#domain/person-settings";

/** Whether it is within somebody's quiet hours, by the clock on their wall. */
export function isQuiet(quiet: PersonSettings["quiet"], at: number): boolean {
  if (quiet === undefined || quiet.from === quiet.to) return false;
  const minute = minuteOfDay(at, quiet.timeZone);
  return quiet.from < quiet.to ? minute >= quiet.from && minute < quiet.to : minute >= quiet.from || minute < quiet.to;
}

function minuteOfDay(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).formatToParts(at);
  const part = (type: "hour" | "minute"): number => Number(parts.find((one) => one.type === type)?.value ?? 0);
  return part("hour") * 60 + part("minute");
}
