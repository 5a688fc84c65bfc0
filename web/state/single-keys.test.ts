import { expect, it } from "vitest";
import type { BrowserStorage } from "./browser-storage.ts";
import { singleKeys } from "./single-keys.ts";

it("are on until they are turned off in this browser, and stay off when the page is opened again", () => {
  const kept = new Map<string, string>();
  const storage: BrowserStorage = {
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
    names: () => [...kept.keys()],
  };
  const root = { dataset: {} as DOMStringMap };
  const keys = singleKeys({ storage, root });
  expect([keys.areOn.value, root.dataset["keys"]]).toEqual([true, "on"]);
  keys.turn(false);
  expect(root.dataset["keys"]).toBe("off");
  const again = { dataset: {} as DOMStringMap };
  expect([singleKeys({ storage, root: again }).areOn.value, again.dataset["keys"]]).toEqual([false, "off"]);
  keys.turn(true);
  expect([root.dataset["keys"], kept.size]).toEqual(["on", 0]);
});
