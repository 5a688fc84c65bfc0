/** The wall clock of a time zone. Every function takes the name of the zone and epoch milliseconds. */

interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const dayMs = 86_400_000;

/** This machine's. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `2026-11-18` there. */
export function dayIn(zone: string, at: number): string {
  const { year, month, day } = wallTime(zone, at);
  return `${year}-${two(month)}-${two(day)}`;
}

/** `2026-11-18 09:05` there. */
export function minuteIn(zone: string, at: number): string {
  const { hour, minute } = wallTime(zone, at);
  return `${dayIn(zone, at)} ${two(hour)}:${two(minute)}`;
}

/**
 * The next moment after `at` at which the clock there shows that time. Where the clock is set forward over it, the moment at which it
 * would have been; where it is set back and shows it twice, the first.
 */
export function nextAt(zone: string, at: number, hour: number, minute: number): number {
  const { year, month, day } = wallTime(zone, at);
  for (let ahead = 0; ; ahead++) {
    const found = epochOf(zone, Date.UTC(year, month - 1, day + ahead, hour, minute));
    if (found > at) return found;
  }
}

/** The epoch of a wall time that is given as if it were UTC. */
function epochOf(zone: string, wall: number): number {
  // The offset before and after: a change of the clock is within a day.
  const offsets = [wall - dayMs, wall + dayMs].map((near) => offsetAt(zone, near));
  const found = offsets.map((offset) => wall - offset).filter((at) => at + offsetAt(zone, at) === wall);
  return found.length > 0 ? Math.min(...found) : wall - (offsets[0] ?? 0);
}

function offsetAt(zone: string, at: number): number {
  const { year, month, day, hour, minute } = wallTime(zone, at);
  const minuteStart = Math.floor(at / 60_000) * 60_000;
  return Date.UTC(year, month - 1, day, hour, minute) - minuteStart;
}

function wallTime(zone: string, at: number): WallTime {
  const parts = formatter(zone).formatToParts(at);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return { year: of("year"), month: of("month"), day: of("day"), hour: of("hour"), minute: of("minute") };
}

function formatter(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}
