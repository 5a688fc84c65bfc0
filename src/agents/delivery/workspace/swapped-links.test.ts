import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { walkFiles } from "#agents/delivery/archive/walk-files";
import { openEntry, walkBelow, walkTree, type TreeEntry } from "./walk-tree.ts";

let base: string;
let root: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "parley-swapped-"));
  root = join(base, "workspace");
  for (const [dir, word] of [
    [root, "inside"],
    [base, "OUTSIDE"],
  ] as const) {
    mkdirSync(join(dir, "swap", "deep"), { recursive: true });
    for (const file of ["swap/a", "swap/b", "swap/deep/c"]) writeFileSync(join(dir, file), word);
  }
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** In the place of what the walk has listed. */
const swap = (path: string, place: () => void): void => {
  renameSync(join(root, path), join(base, "put-away"));
  place();
};
const toLink = (path: string) => swap(path, () => symlinkSync(join(base, path), join(root, path)));
const toPipe = (path: string) => swap(path, () => execFileSync("mkfifo", [join(root, path)]));

async function contentOf(entry: TreeEntry): Promise<string> {
  const file = await openEntry(entry);
  if (file === undefined) return "none";
  await using _closed = file;
  return await file.readFile("utf8");
}

function textOf({ fd, size }: { readonly fd: number; readonly size: number }): string {
  const buffer = Buffer.alloc(size);
  return buffer.toString("utf8", 0, readSync(fd, buffer, 0, size, 0));
}

/** What each walk reads, `at` being called after each thing it has listed and before it goes on. */
const walks = {
  walkTree: async (at: (path: string) => void) => {
    const seen: string[] = [];
    for await (const entry of walkTree(root)) {
      at(entry.path);
      if (entry.kind === "file") seen.push(`${entry.path}: ${await contentOf(entry)}`);
    }
    return seen;
  },
  walkBelow: async (at: (path: string) => void) => {
    const seen: string[] = [];
    for await (const entry of walkBelow(root, "swap")) {
      at(`swap/${entry.path}`);
      if (entry.kind === "file") seen.push(`swap/${entry.path}: ${await contentOf(entry)}`);
    }
    return seen;
  },
  walkFiles: async (at: (path: string) => void) => {
    const seen: string[] = [];
    const skips = (path: string): boolean => {
      at(path);
      return false;
    };
    for (const file of walkFiles(root, { skips, takes: () => true, left: (path) => seen.push(`${path}: left`) })) seen.push(`${file.path}: ${textOf(file)}`);
    return seen;
  },
} as const;

describe.each(Object.keys(walks) as (keyof typeof walks)[])("%s", (name) => {
  const walked = walks[name];
  const when = (path: string, change: (path: string) => void): Promise<readonly string[]> => walked((listed) => listed === path && change(path));

  it("reads what is there", async () => {
    expect(await walked(() => {})).toEqual(["swap/a: inside", "swap/b: inside", "swap/deep/c: inside"]);
  });

  it("does not enter a folder that became a link after it was listed", async () => {
    const seen = await when("swap/deep", toLink);
    expect(seen).toEqual(["swap/a: inside", "swap/b: inside"]);
  });

  it("goes on in the folder that it has entered, whatever stands in its place by then", async () => {
    expect(await when("swap/a", () => toLink("swap"))).toEqual(["swap/a: inside", "swap/b: inside", "swap/deep/c: inside"]);
  });

  it("reads neither a link nor a pipe in the place of a file that it has listed", async () => {
    const [none, left] = ["swap/b: none", "swap/b: left"];
    for (const change of [toLink, toPipe]) {
      const seen = await when("swap/b", change);
      expect(seen).toEqual(["swap/a: inside", name === "walkFiles" ? left : none, "swap/deep/c: inside"]);
      rmSync(join(root, "swap/b"));
      renameSync(join(base, "put-away"), join(root, "swap/b"));
    }
  });

  it("never leads out while somebody swaps folder, file and link as fast as they can", async () => {
    symlinkSync(join(base, "swap"), join(root, "link"));
    symlinkSync(join(base, "swap", "a"), join(root, "swap", "link"));
    const swapping = `
      const { parentPort, workerData: r } = require("node:worker_threads");
      const { renameSync } = require("node:fs");
      let isOver = false;
      parentPort.on("message", () => (isOver = true));
      const turn = (a, b, kept) => { renameSync(a, kept); renameSync(b, a); renameSync(a, b); renameSync(kept, a); };
      const round = () => {
        for (let i = 0; i < 50; i++) { turn(r + "/swap", r + "/link", r + "/kept"); turn(r + "/swap/a", r + "/swap/link", r + "/swap/kept"); }
        if (isOver) parentPort.postMessage("over"); else setImmediate(round);
      };
      parentPort.postMessage("begun");
      round();`;
    const worker = new Worker(swapping, { eval: true, workerData: root });
    await new Promise((resolve) => worker.once("message", resolve));
    const seen = new Set<string>();
    for (let round = 0; round < 300 || !seen.has("inside"); round++)
      for (const line of await walked(() => {}).catch(() => [])) seen.add(line.split(": ")[1] ?? "");
    const over = new Promise((resolve) => worker.once("message", resolve));
    worker.postMessage("stop");
    await over;
    await worker.terminate();
    expect([...seen].filter((word) => !["inside", "none", "left"].includes(word))).toEqual([]);
  });
});
