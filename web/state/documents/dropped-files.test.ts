import { describe, expect, it } from "vitest";
import type { BrowserStorage } from "#web/state/browser-storage.ts";
import { openDroppedFiles } from "./dropped-files.ts";
import { type SentFile, readSentFiles } from "./sent-file.ts";

const upload = (name: string): SentFile => ({ path: `.agents/uploads/thr_1/${name}`, name, bytes: 3, sha256: "a".repeat(64) });

function memoryStorage(): BrowserStorage {
  const kept = new Map<string, string>();
  return {
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
    names: (prefix) => [...kept.keys()].filter((name) => name.startsWith(prefix)),
  };
}

describe("the files of the next message", () => {
  it("are those of the thread that the hub has, and those on their way wait for the next one", () => {
    const files = openDroppedFiles(memoryStorage());
    files.add("thr_1", [new File(["abc"], "a.txt"), new File(["abc"], "b.txt")]);
    files.add("thr_2", [new File(["abc"], "c.txt")]);
    files.list.value = files.list.value.map((one) => (one.name === "b.txt" ? one : { ...one, state: "kept", upload: upload(one.name) }));
    expect(files.chosen("thr_1").map(({ name }) => name)).toEqual(["a.txt", "b.txt"]);
    expect(files.take("thr_1")).toEqual([upload("a.txt")]);
    expect(files.chosen("thr_1").map(({ name }) => name)).toEqual(["b.txt"]);
    expect(files.chosen("thr_2").map(({ name }) => name)).toEqual(["c.txt"]);
  });

  it("are still there after a reload, until they are sent", () => {
    const storage = memoryStorage();
    const before = openDroppedFiles(storage);
    before.add("thr_1", [new File(["abc"], "a.txt")]);
    before.list.value = before.list.value.map((one) => ({ ...one, state: "kept", upload: upload(one.name) }));
    before.keep("thr_1");
    const after = openDroppedFiles(storage);
    expect(after.chosen("thr_1")).toMatchObject([{ name: "a.txt", state: "kept", bytes: 3 }]);
    expect(after.take("thr_1")).toEqual([upload("a.txt")]);
    expect(openDroppedFiles(storage).list.value).toEqual([]);
  });

  it("are none where something else was left behind", () => {
    expect([null, "", "{", "{}", '[{"path":1}]'].map(readSentFiles)).toEqual([[], [], [], [], []]);
  });
});
