const rfcPairs: Readonly<Record<string, string>> = { "[": "{", "]": "}", "\\": "|", "^": "~" };

/**
 * The name as the server compares it. `rfc1459`, which holds until a server says otherwise, takes `{}|~` for the small letters of
 * `[]\^`; `strict-rfc1459` leaves the last pair out. Of a mapping we do not know only A to Z are folded: two names that the server
 * takes for one then stay two, never the other way round.
 */
export function foldName(name: string, mapping: string): string {
  const lower = name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (mapping !== "rfc1459" && mapping !== "strict-rfc1459") return lower;
  const upper = mapping === "rfc1459" ? /[[\]\\^]/g : /[[\]\\]/g;
  return lower.replaceAll(upper, (sign) => rfcPairs[sign] ?? sign);
}
