import type { Language } from "#domain/command";
import type { HubSettings } from "./deps.ts";

/** For somebody in a chat: `language` of the config, else the account's locale, else English. */
export function languageFor({ language, followsLocale }: Pick<HubSettings, "language" | "followsLocale">, locale?: string): Language {
  if (!followsLocale || locale === undefined) return language;
  return locale.toLowerCase().startsWith("zh") ? "zh-CN" : "en";
}
