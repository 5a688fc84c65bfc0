const rfcPairs: Readonly<Record<string, string>> = { "[": "{", "]": "}", "\\": "|", "^": "~" };

/**
 * The name as the server compares it. `rfc1459`, the default, treats `{}|~` as the lower case of `[]\^`; `strict-rfc1459` excludes
 * the last pair. For an unknown mapping only A to Z are folded: names that the server treats as equal may then differ, but never
 * the other way round.
 */
export function foldName(name: string, mapping: string): string {
  const lower = name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (mapping !== "rfc1459" && mapping !== "strict-rfc1459") return lower;
  const upper = mapping === "rfc1459" ? /[[\]\\^]/g : /[[\]\\]/g;
  return lower.replaceAll(upper, (sign) => rfcPairs[sign] ?? sign);
}
