import { fill, type Placeholders, type Sentence, type TextLanguage } from "./sentence.ts";

/** The values that a sentence needs: none, or all of them. */
export type Values<S extends Sentence> = [Placeholders<S["en"]>] extends [never] ? [] : [values: Readonly<Record<Placeholders<S["en"]>, string | number>>];

/** The sentence in that language. Takes exactly the values that the sentence shows. */
export function say<const S extends Sentence>(language: TextLanguage, sentence: S, ...values: Values<S>): string {
  return fill(language, sentence[language], values[0] ?? {});
}
