import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { KeyedSentence } from "#lib/words/sentence";

const root = dirname(import.meta.dirname);
const files = globSync("src/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
/** Whatever makes sentences, wherever it is. */
const catalogues = files.filter((file) => /= sentences\(/.test(readFileSync(join(root, file), "utf8"))).sort();
const isCatalogue = (value: unknown): value is Readonly<Record<string, KeyedSentence>> =>
  typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "object" && one !== null && "key" in one);
const program = files.filter((file) => !/(?:^|[/-])texts\.ts$|words\/common/.test(file)).map((file) => readFileSync(join(root, file), "utf8"));

/** `accessTexts.notAllowed` → the sentence, of every catalogue there is. */
const texts = new Map<string, KeyedSentence>();
for (const file of catalogues) {
  const exported = (await import(join(root, file))) as Readonly<Record<string, unknown>>;
  for (const [name, sentences] of Object.entries(exported))
    if (isCatalogue(sentences)) for (const sentence of Object.values(sentences)) texts.set(`${name}.${sentence.key}`, sentence);
}

const namesWhere = (is: (sentence: KeyedSentence, name: string) => boolean): string[] =>
  [...texts].flatMap(([name, sentence]) => (is(sentence, name) ? [name] : []));
const holesOf = (sentence: string): string => [...new Set(sentence.match(/\{\w+\}/g))].toSorted().join(" ");

describe("the texts of the hub", () => {
  it("are found beside their features", () => {
    expect(catalogues.length).toBeGreaterThan(15);
    expect(texts.size).toBeGreaterThan(300);
  });

  it("are all used", () => {
    // `fooTexts.key`, or the bare key (a destructuring, a table of keys) in a file that imports fooTexts.
    const isUsed = ({ key }: KeyedSentence, name: string): boolean => {
      const [catalogue = ""] = name.split(".");
      const use = new RegExp(`\\b${catalogue}\\.${key}\\b|(?<![\\w.])${key}\\b`, "u");
      return program.some((source) => source.includes(catalogue) && use.test(source));
    };
    expect(namesWhere((sentence, name) => !isUsed(sentence, name))).toEqual([]);
  });

  it("show the same values in both languages", () => {
    expect(namesWhere((sentence) => holesOf(sentence["zh-CN"]) !== holesOf(sentence.en))).toEqual([]);
  });

  it("are plain: no emoji, no exclamation mark, no worn words", () => {
    const loud = /\p{Emoji_Presentation}|[!！]|\b(?:please|oops|sorry|successfully)\b|您/iu;
    expect(namesWhere((sentence) => loud.test(sentence.en) || loud.test(sentence["zh-CN"]))).toEqual([]);
  });

  it("are set in Chinese type: full-width punctuation after Han, a space between Han and Latin", () => {
    const mixed = /\p{Script=Han}[,.;:?A-Za-z0-9`{]|[A-Za-z0-9`}]\p{Script=Han}/u;
    expect(namesWhere((sentence) => mixed.test(sentence["zh-CN"]))).toEqual([]);
  });
});
