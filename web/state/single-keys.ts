import { type ReadonlySignal, effect, signal } from "@preact/signals";
import type { BrowserStorage } from "./browser-storage.ts";

/** Whether a key pressed alone means something to the page. Some people's software presses keys of its own. */
export interface SingleKeys {
  readonly areOn: ReadonlySignal<boolean>;
  /** Remembered in this browser. */
  turn(areOn: boolean): void;
}

const storageName = "parley.keys";

export function singleKeys({ storage, root }: { readonly storage: BrowserStorage; readonly root: Pick<HTMLElement, "dataset"> }): SingleKeys {
  const areOn = signal(storage.get(storageName) !== "off");
  effect(() => {
    root.dataset["keys"] = areOn.value ? "on" : "off";
  });
  return {
    areOn,
    turn(on) {
      storage.set(storageName, on ? null : "off");
      areOn.value = on;
    },
  };
}
