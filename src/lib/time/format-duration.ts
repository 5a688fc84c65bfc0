import { say } from "#lib/words/words";
import type { TextLanguage } from "#lib/words/sentence";
import { commonTexts } from "#lib/words/common";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A span for people: 2:19 up to ten minutes, then 12 min, 3 h, 4 d. Whole units, rounded down: what has not passed is not told. */
export function formatDuration(language: TextLanguage, ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < 10 * minute) {
    const seconds = Math.floor(whole / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  if (whole < 2 * hour) return say(language, commonTexts.spanMinutes, { n: Math.floor(whole / minute) });
  if (whole < 2 * day) return say(language, commonTexts.spanHours, { n: Math.floor(whole / hour) });
  return say(language, commonTexts.spanDays, { n: Math.floor(whole / day) });
}
