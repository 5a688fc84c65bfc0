/** How much of a text is looked at: nothing that somebody sends may take long. */
const maxChars = 4_000;

/** Letters of scripts that are written without spaces: any place in them may be the edge of a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const inWord = /[\p{L}\p{N}\p{M}_]/u;

/** The same for full-width and half-width, large and small letters. */
export function foldText(text: string): string {
  return text.slice(0, maxChars).normalize("NFKC").toLowerCase().slice(0, maxChars);
}

/** A keyword as it is written in a rule: plain words, `*` at its end for any ending. There are no expressions in it. */
export interface Keyword {
  readonly written: string;
  readonly folded: string;
  readonly isPrefix: boolean;
}

export function readKeyword(written: string): Keyword {
  const isPrefix = written.length > 1 && written.endsWith("*");
  return { written, folded: foldText(isPrefix ? written.slice(0, -1) : written).trim(), isPrefix };
}

/** The first keyword that the text has as whole words. Takes time in proportion to the text's length. */
export function findKeyword(folded: string, keywords: readonly Keyword[]): string | undefined {
  return keywords.find((keyword) => has(folded, keyword))?.written;
}

function has(text: string, { folded: wanted, isPrefix }: Keyword): boolean {
  if (wanted === "") return false;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isEdge(text.charAt(at - 1), wanted.charAt(0)) && (isPrefix || isEdge(text.charAt(end), wanted.charAt(wanted.length - 1)))) return true;
  }
  return false;
}

/** Between a keyword's outermost letter and what stands beside it. */
function isEdge(beside: string, own: string): boolean {
  return !isLetter(beside) || !isLetter(own);
}

/** Of a script whose words are spaced. */
export function isLetter(char: string): boolean {
  return char !== "" && inWord.test(char) && !unspaced.test(char);
}
