import { type ReadonlySignal, type Signal, computed, signal } from "@preact/signals";
import type { Language } from "#web/words.ts";
import type { BrowserStorage } from "./browser-storage.ts";

/** What the page is read in: what was chosen here, else the first language of the browser that there are words for, else the hub's. */
export interface PageLanguage {
  readonly current: ReadonlySignal<Language>;
  /** Remembered in this browser, also after signing out. */
  choose(language: Language): void;
}

const storageName = "parley.page-language";

interface LanguagePorts {
  readonly storage: BrowserStorage;
  /** The browser's, in the order they are preferred. */
  readonly languages: readonly string[];
  /** Null until the hub is known. */
  readonly hub: ReadonlySignal<Language | null>;
}

export function pageLanguage({ storage, languages, hub }: LanguagePorts): PageLanguage {
  const chosen: Signal<Language | null> = signal(languageIn(storage.get(storageName) ?? ""));
  const preferred = languages.map(languageIn).find((language) => language !== null) ?? null;
  return {
    current: computed(() => chosen.value ?? preferred ?? hub.value ?? "en"),
    choose(language) {
      storage.set(storageName, language);
      chosen.value = language;
    },
  };
}

function languageIn(tag: string): Language | null {
  const [primary] = tag.toLowerCase().split("-");
  return primary === "zh" ? "zh-CN" : primary === "en" ? "en" : null;
}
