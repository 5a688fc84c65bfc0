import { defined } from "#lib/defined";
/** A point in time for people, to the minute: 2025-03-04 14:31. In the hub's own time zone unless another is named. */
export function formatTime(at: number, timeZone?: string): string {
  // Sweden writes dates the way we want them.
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", ...defined({ timeZone }) }).format(at);
}
