// Chinese and Japanese put no spaces between words, so there each character counts as one.
const unit = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\s*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu;

/** Pieces of so many words each; put together again they are exactly the text. */
export function chunks(text: string, words: number): readonly string[] {
  const units = text.match(unit) ?? [];
  return Array.from({ length: Math.ceil(units.length / words) }, (_, i) => units.slice(i * words, (i + 1) * words).join(""));
}
