// A date is a number of days. The usual count starts with 1900-01-01 as 1 and believes in 1900-02-29; the other starts with 1904-01-01 as 0.

export type DatePart = "date" | "time" | "both" | "elapsed";

const day = 86_400;
const lastDay = 2_958_465;
const epoch1900 = Date.UTC(1899, 11, 31);
const epoch1904 = Date.UTC(1904, 0, 1);

/** Year first, the same in every language; undefined for a number that is no date. */
export function dateText(value: number, part: DatePart, is1904: boolean): string | undefined {
  if (!(value >= 0) || value > lastDay) return undefined;
  const seconds = Math.round(value * day);
  if (part === "elapsed") return clock(seconds);
  const days = Math.floor(seconds / day);
  const time = clock(seconds % day);
  if (part === "time") return time;
  const date = calendar(days, is1904);
  return part === "date" ? date : `${date} ${time}`;
}

function calendar(days: number, is1904: boolean): string {
  if (is1904) return isoOf(epoch1904, days);
  if (days === 60) return "1900-02-29";
  return isoOf(epoch1900, days < 60 ? days : days - 1);
}

function isoOf(epoch: number, days: number): string {
  return new Date(epoch + days * day * 1_000).toISOString().slice(0, 10);
}

function clock(seconds: number): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** What a format code shows of a date; undefined where it shows a number. */
export function datePartOf(code: string): DatePart | undefined {
  const [section = ""] = code.split(";");
  const bare = section.replace(/"[^"]*"|\\.|_.|\*./gu, "").toLowerCase();
  if (/\[(?:h+|m+|s+)\]/u.test(bare)) return "elapsed";
  const plain = bare.replace(/\[[^\]]*\]/gu, "").replace(/am\/pm|a\/p/gu, "h");
  if (plain.includes("general") || /[#?]|0\s*e[+-]/u.test(plain)) return undefined;
  const hasTime = /[hs]/u.test(plain);
  // An m is a month, unless hours or seconds stand beside it.
  // aaa is the day of the week where the language is Chinese or Japanese.
  const hasDate = /[ydeg]|aaa/u.test(plain) || (!hasTime && plain.includes("m"));
  if (hasDate) return hasTime ? "both" : "date";
  return hasTime ? "time" : undefined;
}
