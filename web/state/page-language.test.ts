import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import type { Language } from "#web/words.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { pageLanguage } from "./page-language.ts";

function emptyStorage(): BrowserStorage {
  const stored = new Map<string, string>();
  return {
    get: (name) => stored.get(name) ?? null,
    set: (name, value) => void (value === null ? stored.delete(name) : stored.set(name, value)),
    names: (prefix) => [...stored.keys()].filter((name) => name.startsWith(prefix)),
  };
}

describe("the language of the page", () => {
  it.each([
    [["zh-TW", "en"], "en", "zh-CN"],
    [["en-GB"], "zh-CN", "en"],
    [["de-DE", "zh-CN", "en"], "en", "zh-CN"],
    [["de-DE"], "zh-CN", "zh-CN"],
    [[], null, "en"],
  ] as const)("in a browser that prefers %j before a hub that speaks %s is %s", (languages, hub, language) => {
    expect(pageLanguage({ storage: emptyStorage(), languages, hub: signal<Language | null>(hub) }).current.value).toBe(language);
  });

  it("stays what was chosen, in every later visit", () => {
    const ports = { storage: emptyStorage(), languages: ["en"], hub: signal<Language | null>("en") };
    pageLanguage(ports).choose("zh-CN");
    expect(pageLanguage(ports).current.value).toBe("zh-CN");
  });
});
