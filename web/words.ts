import { type Words, en } from "./words/en.ts";
import { zh } from "./words/zh.ts";

export type Language = "en" | "zh-CN";

export function wordsIn(language: Language): Words {
  return language === "zh-CN" ? zh : en;
}
