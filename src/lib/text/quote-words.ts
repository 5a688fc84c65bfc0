/** Words that a shell has split, as one line of the terminal's own grammar: each comes out as the same word again. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word) => (/^[\p{L}\p{N}_./:@%+=,#-]+$/u.test(word) ? word : `"${word.replaceAll(/["\\]/g, (char) => `\\${char}`)}"`)).join(" ");
}
