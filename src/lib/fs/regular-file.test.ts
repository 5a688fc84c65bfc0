import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RegularFileTooLarge, NotARegularFile, openRegularFile, readRegularFile, readRegularFileSync } from "./regular-file.ts";

let dir = "";
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-regular-"));
  writeFileSync(join(dir, "file"), "0123456789");
  symlinkSync("file", join(dir, "link"));
  mkdirSync(join(dir, "folder"));
  execFileSync("mkfifo", [join(dir, "pipe")]);
  symlinkSync("pipe", join(dir, "to-pipe"));
});
afterAll(() => rmSync(dir, { recursive: true }));

const ways: readonly (readonly [string, (path: string, max: number) => Promise<string>])[] = [
  ["at once", async (path, max) => String(readRegularFileSync(path, max))],
  ["in its turn", async (path, max) => String(await readRegularFile(path, max))],
];

describe.each(ways)("a file that is read %s", (_way, read) => {
  it("comes whole, through a link too, up to its bound", async () => {
    expect([await read(join(dir, "file"), 10), await read(join(dir, "link"), 64)]).toEqual(["0123456789", "0123456789"]);
    await expect(read(join(dir, "file"), 9)).rejects.toBeInstanceOf(RegularFileTooLarge);
    await expect(read(join(dir, "none"), 9)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("that is a pipe, a device or a folder is refused without waiting", async () => {
    for (const path of [join(dir, "pipe"), join(dir, "to-pipe"), join(dir, "folder"), "/dev/zero", "/dev/tty", "/dev/null"])
      await expect(read(path, 100)).rejects.toBeInstanceOf(NotARegularFile);
  });
});

it("opens nothing but a regular file", async () => {
  await using file = await openRegularFile(join(dir, "file"));
  expect((await file.stat()).size).toBe(10);
  await expect(openRegularFile(join(dir, "pipe"))).rejects.toBeInstanceOf(NotARegularFile);
});
