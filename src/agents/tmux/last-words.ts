const lastLines = 6;
const maxLast = 600;

/** The end of what a screen shows, on one line, without the rules and frames that a CLI draws. */
export function lastWordsOf(lines: readonly string[]): string {
  const words = lines.map((line) => line.trim()).filter((line) => /[\p{L}\p{N}]/u.test(line));
  return words.slice(-lastLines).join(" / ").slice(-maxLast);
}
