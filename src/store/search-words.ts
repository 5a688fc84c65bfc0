/** One word of a text: its position, and its normalised form. */
export interface SearchWord {
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

// These scripts do not separate words with spaces, or attach endings: each character counts as a word, and a query word matches
// consecutive characters. Combining sequences stay together.
const dense = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]]`;
const word = new RegExp(String.raw`${dense}\p{M}*|[[\p{L}\p{N}\p{M}]--${dense}]+`, "gv");
const accents = /[\u0300-\u036f]/g;
const wordless = /[^\p{L}\p{N}\p{M}]/gu;
const plain = /^[a-z0-9]+$/;

/** Longer words are matched by their beginning. */
const longest = 64;

/** The words of a text in NFC, lazily, so that a consumer can stop early. */
export function* wordsOf(text: string): Generator<SearchWord, void, undefined> {
  for (const match of text.matchAll(word)) {
    const key = fold(match[0]);
    if (key !== "") yield { start: match.index, end: match.index + match[0].length, key };
  }
}

/** Ignores case, accents and width: `Ｅcole`, `école` and `ECOLE` are the same word. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  if (plain.test(lower)) return lower.slice(0, longest);
  return text.normalize("NFKD").replace(accents, "").normalize("NFC").toLowerCase().replace(wordless, "").slice(0, longest);
}

/** What the index stores of a text: its words, separated by spaces. */
export function indexText(text: string): string {
  return Array.from(wordsOf(text.normalize("NFC")), ({ key }) => key).join(" ");
}

const mostPhrases = 16;
const longestPhrase = 64;

/** A query has no syntax: each space-separated part must match consecutive words, and all parts the same message. */
export function phrasesOf(query: string): readonly (readonly string[])[] {
  return query
    .normalize("NFC")
    .split(/\s+/u)
    .slice(0, mostPhrases)
    .map((chunk) => Array.from(wordsOf(chunk), ({ key }) => key).slice(0, longestPhrase))
    .filter((keys) => keys.length > 0);
}
