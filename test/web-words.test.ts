import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentWords } from "#web/words/documents.ts";
import { en } from "#web/words/en.ts";
import { signInWords } from "#web/words/sign-in.ts";
import { terminalWords } from "#web/words/terminal.ts";
import { zh } from "#web/words/zh.ts";

const root = dirname(import.meta.dirname);
const catalogues = ["documents.ts", "en.ts", "sign-in.ts", "terminal.ts", "zh.ts"];
const program = globSync("web/**/*.{ts,tsx}", { cwd: root, exclude: (name) => /\.test\.tsx?$/.test(name) })
  .filter((file) => !(dirname(file).endsWith("words") && catalogues.includes(basename(file))))
  .map((file) => readFileSync(join(root, file), "utf8"));

const keys = [en, documentWords.en, terminalWords.en, signInWords.en].flatMap((words) => Object.keys(words));

describe("the words of the page", () => {
  it("are all used", () => {
    const isUsed = (key: string): boolean => program.some((source) => new RegExp(`(?:[wW]ords|\\bown|\\])\\.${key}\\b|"${key}"`, "u").test(source));
    expect(keys.length).toBeGreaterThan(200);
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });

  it("are in the page's language, not in the hub's", () => {
    const chosenBy = program.flatMap((source) => [...source.matchAll(/\b(?:terminal|document|signIn)Words\[([^\]]+)\]/gu)].map(([, language]) => language));
    expect(chosenBy.length).toBeGreaterThan(10);
    expect(chosenBy.filter((language) => language !== "page.language.value" && language !== "app.language.current.value")).toEqual([]);
  });

  it("call things in Chinese by one name each", () => {
    const chinese = [zh, documentWords["zh-CN"], terminalWords["zh-CN"], signInWords["zh-CN"]].flatMap((words) =>
      Object.values(words).map((word: unknown) => (typeof word === "function" ? String(word) : JSON.stringify(word))),
    );
    expect(chinese.filter((word) => /[您]|代理|指令/u.test(word))).toEqual([]);
  });
});
