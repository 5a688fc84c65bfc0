const letterFirst = /^\p{L}/u;

/**
 * The command line behind the prefix, or undefined for plain text. The prefix counts only at the very start and only when
 * a letter follows, so that "!!!", ".5" and "..." stay words for the session.
 */
export function splitPrefix(text: string, prefix: string): string | undefined {
  if (prefix === "" || !text.startsWith(prefix)) return undefined;
  const line = text.slice(prefix.length);
  return letterFirst.test(line) ? line.trimEnd() : undefined;
}
