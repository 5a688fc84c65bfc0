import type { Sentence } from "#lib/words/sentence";

/** The longest stretch of a sentence between its values: what a text holds that was made of it, whatever the values and the wording are. */
export function partOf(sentence: Sentence, language: keyof Sentence = "en"): string {
  return sentence[language]
    .split(/\{\w+\}/)
    .map((part) => part.trim())
    .reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}
