import { type ReadonlySignal, effect, signal } from "@preact/signals";
import type { BrowserStorage } from "./browser-storage.ts";

export const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

/** Light or dark: as the system is, or as was chosen here. */
export interface PageTheme {
  readonly current: ReadonlySignal<Theme>;
  /** Remembered in this browser. */
  choose(theme: Theme): void;
}

const storageName = "parley.theme";

export function pageTheme({ storage, root }: { readonly storage: BrowserStorage; readonly root: Pick<HTMLElement, "dataset"> }): PageTheme {
  const current = signal<Theme>(themes.find((theme) => theme === storage.get(storageName)) ?? "system");
  effect(() => {
    root.dataset["theme"] = current.value;
  });
  return {
    current,
    choose(theme) {
      storage.set(storageName, theme);
      current.value = theme;
    },
  };
}
