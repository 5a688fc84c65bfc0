/** The same two as `Language` of the domain, which this room may not import. */
export type TextLanguage = "en" | "zh-CN";

/** One thing the hub says. `{name}` stands for a value. */
export type Sentence = Readonly<Record<TextLanguage, string>>;

/** A sentence that knows its own name, which programs and tests go by: the words may get better. */
export type KeyedSentence = Sentence & { readonly key: string };

/** The names of the values a sentence takes. */
export type Placeholders<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;

type SameHoles<T extends Record<string, Sentence>> = {
  readonly [K in keyof T]: [Placeholders<T[K]["en"]>] extends [Placeholders<T[K]["zh-CN"]>]
    ? [Placeholders<T[K]["zh-CN"]>] extends [Placeholders<T[K]["en"]>]
      ? T[K]
      : "the Chinese has a value that the English has not"
    : "the English has a value that the Chinese has not";
};

/** The texts of one feature. A missing column, or a value that only one column shows, does not compile. */
export function sentences<const T extends Record<string, Sentence>>(table: T & SameHoles<T>): Texts<T> {
  return Object.fromEntries(Object.entries<Sentence>(table).map(([key, sentence]) => [key, { ...sentence, key }])) as Texts<T>;
}

type Texts<T> = { readonly [K in keyof T]: T[K] & { readonly key: K } };

/**
 * Puts the values in, each once and as it is: braces inside a value stay text, and one that is a whole sentence needs no
 * second full stop. Chinese keeps a space between Han and Latin only, so the space between a sentence's Han and a value's
 * Han goes.
 */
export function fill(tongue: TextLanguage, sentence: string, values: Readonly<Record<string, string | number>>): string {
  const hole = tongue === "zh-CN" ? besideHan : anywhere;
  return sentence.replace(hole, (_hole, before: string | undefined, name: string, stop: string, after: string | undefined) => {
    const value = String(values[name] ?? "");
    const end = endsSentence.test(value) ? "" : stop;
    return (startsWide.test(value) ? "" : (before ?? "")) + value + end + (endsWide.test(value) ? "" : (after ?? ""));
  });
}

const anywhere = /()\{(\w+)\}([.。]?)()/g;
const besideHan = /((?<=[\p{Script=Han}，。：；？“”（）、]) )?\{(\w+)\}([.。]?)( (?=[\p{Script=Han}，。：；？“”（）、]))?/gu;
const endsSentence = /[.。]$/u;
const startsWide = /^[\p{Script=Han}，。：；？“”（）、]/u;
const endsWide = /[\p{Script=Han}，。：；？“”（）、]$/u;
