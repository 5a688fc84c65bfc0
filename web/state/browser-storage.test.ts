import { expect, it } from "vitest";
import { type BrowserStorage, storageOf } from "./browser-storage.ts";

it("what one person keeps is not there for another", () => {
  const kept = new Map<string, string>();
  const all: BrowserStorage = {
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
    names: (prefix) => [...kept.keys()].filter((name) => name.startsWith(prefix)),
  };
  const [ana, bo] = [storageOf(all, "per_1"), storageOf(all, "per_12")];
  ana.set("parley.draft.thr_1", "hers");
  bo.set("parley.draft.thr_2", "his");
  expect([ana.get("parley.draft.thr_1"), bo.get("parley.draft.thr_1"), all.get("parley.draft.thr_1")]).toEqual(["hers", null, null]);
  expect([ana.names("parley.draft."), bo.names("parley.draft.")]).toEqual([["parley.draft.thr_1"], ["parley.draft.thr_2"]]);
  ana.set("parley.draft.thr_1", null);
  expect([...kept.values()]).toEqual(["his"]);
});
