import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFolder } from "./make-folder.ts";

describe("making a folder", () => {
  let root = "";
  beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "parley-folder-"))));
  afterEach(() => rmSync(root, { recursive: true }));

  it("makes those above it too, for their owner alone, and leaves one that is there", () => {
    const path = join(root, "a", "b", "c");
    makeFolder(path);
    makeFolder(path);
    for (const one of [path, join(root, "a")]) expect((statSync(one).mode & 0o777).toString(8)).toBe("700");
  });

  it("says that a file is in the way", () => {
    writeFileSync(join(root, "file"), "");
    expect(() => makeFolder(join(root, "file"))).toThrow(expect.objectContaining({ code: "EEXIST" }) as Error);
    expect(() => makeFolder(join(root, "file", "below"))).toThrow(expect.objectContaining({ code: "ENOTDIR" }) as Error);
  });

  it("gives up at once where the system makes no folders", () => {
    expect(() => makeFolder("/proc/no-such-folder/below")).toThrow(expect.objectContaining({ syscall: "mkdir" }) as Error);
  });
});
