import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = dirname(import.meta.dirname);

/** A word, a list of words, words by name, or a function that makes one. */
type Words = Readonly<Record<string, unknown>>;
interface Catalogue {
  readonly name: string;
  readonly file: string;
  readonly en: Words;
  readonly zh: Words;
}

const isWords = (value: unknown): value is Words => typeof value === "object" && value !== null && !Array.isArray(value);

const wordFiles = globSync("web/words/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));

/** Every catalogue there is: what a file of web/words exports in both languages. The page's first one is in two files. */
const catalogues: readonly Catalogue[] = (
  await Promise.all(
    wordFiles.map(async (file) => {
      const exported = (await import(join(root, file))) as Readonly<Record<string, unknown>>;
      if (file.endsWith("/en.ts")) {
        const { zh } = (await import(join(root, "web/words/zh.ts"))) as { zh: Words };
        return isWords(exported["en"]) ? [{ name: "words", file, en: exported["en"], zh }] : [];
      }
      return Object.entries(exported).flatMap(([name, value]) => {
        if (!isWords(value) || !isWords(value["en"]) || !isWords(value["zh-CN"])) return [];
        return [{ name, file, en: value["en"], zh: value["zh-CN"] }];
      });
    }),
  )
).flat();

const program = globSync("web/**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
const outside = (catalogue: Catalogue): readonly string[] =>
  program.filter(({ file }) => file !== catalogue.file && file !== "web/words/zh.ts").map(({ text }) => text);

/** `words.key`, `own.key`, `fooWords[language].key`, a destructuring or the key as a string: in a file that could mean this catalogue. */
function isUsed(catalogue: Catalogue, key: string): boolean {
  const use = new RegExp(`(?:[wW]ords|\\bown|\\])(?:\\.\\w+)?\\??\\.${key}\\b|"${key}"|\\{[^{}]*\\b${key}\\b[^{}]*\\} = \\w*(?:[wW]ords|own)\\b`, "u");
  const mayMean = (text: string): boolean => catalogue.name === "words" || text.includes(catalogue.name) || /\bown\b/.test(text);
  return outside(catalogue).some((text) => mayMean(text) && use.test(text));
}

describe("the words of the page", () => {
  it("are found in every catalogue", () => {
    const files = wordFiles.filter((file) => /^export const \w*[wW]ords = \{ en/m.test(readFileSync(join(root, file), "utf8")));
    expect(files.filter((file) => !catalogues.some((one) => one.file === file))).toEqual([]);
    expect(catalogues.length).toBeGreaterThan(12);
    expect(catalogues.flatMap(({ en }) => Object.keys(en)).length).toBeGreaterThan(500);
  });

  it("are all used", () => {
    const dead = catalogues.flatMap((one) =>
      Object.keys(one.en)
        .filter((key) => !isUsed(one, key))
        .map((key) => `${one.name}.${key}`),
    );
    expect(dead).toEqual([]);
  });

  it("have the same keys in both languages", () => {
    expect(catalogues.filter(({ en, zh }) => Object.keys(en).toSorted().join() !== Object.keys(zh).toSorted().join()).map(({ name }) => name)).toEqual([]);
  });

  it("are in the page's language, not in the hub's", () => {
    const names = catalogues.flatMap(({ name }) => (name === "words" ? [] : [name])).join("|");
    const chosenBy = program.flatMap(({ text }) => [...text.matchAll(new RegExp(`\\b(?:${names})\\[([^\\]]+)\\]`, "gu"))].map(([, language]) => language));
    expect(chosenBy.length).toBeGreaterThan(20);
    const known = ["page.language.value", "app.language.current.value", "language", 'document.documentElement.lang === "zh-CN" ? "zh-CN" : "en"'];
    expect(chosenBy.filter((language) => !known.includes(language ?? ""))).toEqual([]);
  });

  it("call things in Chinese by one name each", () => {
    const chinese = catalogues.flatMap(({ name, zh }) =>
      Object.entries(zh).map(([key, word]) => [`${name}.${key}`, typeof word === "function" ? String(word) : JSON.stringify(word)] as const),
    );
    expect(chinese.filter(([, word]) => /[您]|代理|指令/u.test(word))).toEqual([]);
  });
});
