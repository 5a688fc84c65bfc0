import { lineWords } from "#lib/text/line-words";

/** The word as it is written in a line: in quotes if it would be read differently without them. */
export function writeWord(word: string): string {
  const { words, fault } = lineWords(word);
  const isPlain = fault === undefined && words.length === 1 && words[0]?.text === word;
  return isPlain ? word : `"${word.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`;
}
