import { describe, expect, it } from "vitest";
import type { BrowserStorage } from "#web/state/browser-storage.ts";
import { openThreadMarks } from "./thread-marks.ts";

function keptIn(kept: Map<string, string>): BrowserStorage {
  return {
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
    names: () => [],
  };
}

describe("marks on threads", () => {
  it("are there again when the page is opened anew, and gone when taken off", () => {
    const kept = new Map<string, string>();
    const marks = openThreadMarks(keptIn(kept));
    marks.set("pinned", "thr_1", true);
    marks.set("pinned", "thr_2", true);
    marks.set("unread", "thr_1", true);
    const again = openThreadMarks(keptIn(kept));
    expect([...again.of.pinned.value]).toEqual(["thr_1", "thr_2"]);
    expect([...again.of.unread.value]).toEqual(["thr_1"]);
    again.set("pinned", "thr_1", false);
    again.set("unread", "thr_1", false);
    expect([...openThreadMarks(keptIn(kept)).of.pinned.value]).toEqual(["thr_2"]);
    expect([...kept.keys()]).toEqual(["parley.threads-pinned"]);
  });
});
