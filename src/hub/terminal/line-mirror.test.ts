import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BacklogMirror } from "#domain/backlog";
import type { JsonObject } from "#domain/json";
import type { Log } from "#lib/log";
import { createLineMirror, mirrorBytes } from "./line-mirror.ts";

let root = "";
let warned: object[] = [];
let kept: JsonObject[] = [];

const start = (name = "irc/inbound"): BacklogMirror => {
  const nothing = (): void => undefined;
  const log: Log = { debug: nothing, info: nothing, warn: (about) => void warned.push(about), error: nothing, child: () => log };
  return createLineMirror({ settings: { workspace: root }, log }, "agt_1", name);
};
const folder = (): string => join(root, ".agents/sessions/agt_1/irc");
const file = (): string => join(folder(), "inbound.jsonl");
const texts = (): unknown[] =>
  readFileSync(file(), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as JsonObject)["text"]);

/** As a store does: first it has them, then the copy is told. */
async function keep(mirror: BacklogMirror, ...all: readonly string[]): Promise<void> {
  const lines = all.map((text, i) => ({ id: String(kept.length + i + 1), text }));
  const before = [...kept];
  kept.push(...lines);
  await mirror.append(lines, async () => before);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-lines-"));
  warned = [];
  kept = [];
});
afterEach(() => rmSync(root, { recursive: true }));

describe("a readable copy of lines", () => {
  it("grows with them, each a line of JSON in which nothing obeys", async () => {
    const mirror = start();
    await keep(mirror, "one");
    await Promise.all([keep(mirror, "two", "three\u001b[2J\u2028\u202e\u007f\n"), keep(mirror, "four")]);
    expect(texts()).toEqual(["one", "two", "three\u001b[2J\u2028\u202e\u007f\n", "four"]);
    expect(readFileSync(file(), "utf8").replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
    expect(readdirSync(folder())).toEqual(["inbound.jsonl"]);
  });

  it("goes on after a restart, and is made anew when it is missing or lacks what came before", async () => {
    await keep(start(), "one");
    await keep(start(), "two");
    expect(texts()).toEqual(["one", "two"]);
    rmSync(file());
    const mirror = start();
    await keep(mirror, "three");
    expect(texts()).toEqual(["one", "two", "three"]);
    rmSync(file());
    await keep(mirror, "four");
    expect(texts()).toEqual(["one", "two", "three", "four"]);
    kept.push({ id: "5", text: "a kill came between the store and the file" });
    await keep(start(), "six");
    expect(texts().slice(3)).toEqual(["four", "a kill came between the store and the file", "six"]);
  });

  it("is made anew of what the store still has when it has grown too large", async () => {
    const mirror = start();
    await keep(mirror, "one");
    truncateSync(file(), mirrorBytes);
    await keep(mirror, "two");
    expect(texts()).toEqual(["one", "two"]);
  });

  it("follows no link, writes to no second name, and says once that it cannot be written", async () => {
    const elsewhere = join(root, "elsewhere.txt");
    writeFileSync(elsewhere, "mine");
    mkdirSync(folder(), { recursive: true });
    for (const make of [symlinkSync, linkSync]) {
      make(elsewhere, file());
      const mirror = start();
      await keep(mirror, "one");
      await keep(mirror, "two");
      rmSync(file(), { force: true });
      expect(readFileSync(elsewhere, "utf8")).toBe("mine");
    }
    expect(() => start("../secrets")).toThrow("cannot be called");
  });

  it("says once that it cannot be written, and makes up for it", async () => {
    mkdirSync(join(folder(), "inbound.jsonl"), { recursive: true });
    const mirror = start();
    await keep(mirror, "one");
    await keep(mirror, "two");
    expect(warned).toHaveLength(1);
    rmSync(file(), { recursive: true });
    await keep(mirror, "three");
    expect(texts()).toEqual(["one", "two", "three"]);
  });
});
