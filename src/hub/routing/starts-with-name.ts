const longestName = 80;

/** What an `@` at the beginning may name: `@reviewer, look` names `reviewer,` or `reviewer`. */
export function startsWithName(text: string): readonly string[] {
  const [, word] = /^\s*@([^\s@]{1,80})(?:\s|$)/u.exec(text.slice(0, longestName * 4)) ?? [];
  if (word === undefined) return [];
  const bare = word.replace(/[,:，：]$/u, "");
  return bare === word || bare === "" ? [word] : [word, bare];
}
