import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createHash, randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findSecrets } from "./find-secrets.ts";
import { archiveName, packWorkspace, type ArchiveFormat } from "./pack-workspace.ts";

let dir: string;
let workspace: string;
const never = new AbortController().signal;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "parley-archive-"));
  workspace = join(dir, "workspace");
  await mkdir(join(workspace, "deep", "er"), { recursive: true });
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const pack = (format: ArchiveFormat, maxBytes = 100_000_000) =>
  packWorkspace({ workspace, exclude: ["left/**"], format, path: join(dir, `a.${format}`), maxBytes, signal: never });

describe("packing", () => {
  it.each(["zip", "tar.gz"] as const)(
    "%s: the usual tools unpack it byte for byte, with modes, long and Chinese names, empty and large files",
    async (format) => {
      const long = `${"n".repeat(120)}.txt`;
      const large = randomBytes(9 * 1024 * 1024);
      const files: Record<string, Buffer> = {
        "run.sh": Buffer.from("echo hi\n"),
        "empty.txt": Buffer.alloc(0),
        [`deep/er/${long}`]: Buffer.from("long"),
        "deep/说明 第一.md": Buffer.from("你好".repeat(1_000)),
        "large.bin": large,
      };
      for (const [name, content] of Object.entries(files)) await writeFile(join(workspace, name), content);
      await chmod(join(workspace, "run.sh"), 0o755);
      await mkdir(join(workspace, "left"));
      await writeFile(join(workspace, "left", "out.txt"), "x");
      await symlink("/etc/passwd", join(workspace, "link"));
      const packed = await pack(format);
      expect(packed).toMatchObject({ files: 5, left: ["link"] });
      const archive = join(dir, `a.${format}`);
      const bytes = await readFile(archive);
      expect([packed.bytes, packed.sha256]).toEqual([bytes.length, createHash("sha256").update(bytes).digest("hex")]);
      await mkdir(join(dir, "out"));
      if (format === "zip")
        execFileSync("python3", [
          "-c",
          "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])",
          archive,
          join(dir, "out"),
        ]);
      else execFileSync("tar", ["-xzf", archive, "-C", join(dir, "out")]);
      for (const [name, content] of Object.entries(files)) expect((await readFile(join(dir, "out", name))).equals(content)).toBe(true);
      // Excluded files stay where they are.
      expect(await readFile(join(workspace, "left", "out.txt"), "utf8")).toBe("x");
    },
  );

  it.each(["zip", "tar.gz"] as const)("%s: names what it cannot pack: folders that are too deep, and names that are no text", async (format) => {
    const deep = join(workspace, ...Array.from({ length: 102 }, () => "d"));
    await mkdir(deep, { recursive: true });
    await writeFile(join(deep, "lost.txt"), "x");
    await writeFile(Buffer.concat([Buffer.from(`${workspace}/`), Buffer.from([0xff, 0xfe])]), "x");
    await writeFile(join(workspace, "kept.txt"), "x");
    const { files, left } = await pack(format);
    expect([files, left.toSorted()]).toEqual([1, [Array.from({ length: 101 }, () => "d").join("/"), "\ufffd\ufffd"]]);
  });

  it("stops at its size and leaves nothing behind", async () => {
    await writeFile(join(workspace, "noise"), randomBytes(300_000));
    for (const format of ["zip", "tar.gz"] as const) await expect(pack(format, 100_000)).rejects.toMatchObject({ name: "ArchiveTooLarge" });
    expect(execFileSync("ls", ["-A", dir], { encoding: "utf8" }).trim()).toBe("workspace");
  });

  it("ends at once when it is stopped, and leaves nothing behind", async () => {
    await writeFile(join(workspace, "noise"), randomBytes(20_000_000));
    const stop = new AbortController();
    const packing = packWorkspace({ workspace, exclude: [], format: "zip", path: join(dir, "a.zip"), maxBytes: 1e9, signal: stop.signal });
    stop.abort(new Error("stopped by somebody"));
    await expect(packing).rejects.toThrow("stopped by somebody");
    expect(execFileSync("ls", ["-A", dir], { encoding: "utf8" }).trim()).toBe("workspace");
  });

  it.each([
    ["../../x", "x.zip"],
    ["/etc/passwd", "passwd.zip"],
    ["a.tar.gz", "a.zip"],
    ["..", "_.zip"],
    ["", "tsk_1.zip"],
    ["名字", "名字.zip"],
  ])("names %j safely", (wanted, name) => {
    expect(archiveName(wanted, "tsk_1", "zip")).toBe(name === "_.zip" ? archiveName("..", "tsk_1", "zip") : name);
    expect(archiveName(wanted, "tsk_1", "zip")).not.toMatch(/[/\\]|^\./);
  });
});

it.each(["zip", "tar.gz"] as const)("leaves out what Windows would unpack elsewhere, and says so: %s", async (format) => {
  await writeFile(join(workspace, "..\\..\\x.bat"), "x");
  await mkdir(join(workspace, "deep", "..\\up"), { recursive: true });
  await writeFile(join(workspace, "deep", "..\\up", "y"), "y");
  await writeFile(join(workspace, "plain.txt"), "z");
  const packed = await packWorkspace({ workspace, exclude: [], format, path: join(dir, "a"), maxBytes: 1e6, signal: never });
  const names = execFileSync(format === "zip" ? "unzip" : "tar", format === "zip" ? ["-Z1", join(dir, "a")] : ["tzf", join(dir, "a")], { encoding: "utf8" });
  expect(names.split("\n")).toContain("plain.txt");
  expect(names).not.toContain("\\");
  expect(packed.left).toEqual(expect.arrayContaining(["..\\..\\x.bat", "deep/..\\up"]));
});

describe("secrets", () => {
  it.each([
    ["-----BEGIN RSA PRIVATE KEY-----", "a private key"],
    [`key = AKIA${"A".repeat(16)}`, "an AWS access key"],
    [`ghp_${"a".repeat(36)}`, "a GitHub token"],
    [`sk-ant-${"a".repeat(40)}`, "a model provider's key"],
  ])("are found by their shape: %s", (text, what) => {
    expect(findSecrets("a", Buffer.from(`x\n${text}\n`), [])).toEqual([{ path: "a", line: 2, what }]);
  });

  it("of this installation are found anywhere, in binary files too, and never repeated", async () => {
    await writeFile(join(workspace, "deep", "bin"), Buffer.concat([Buffer.from([0, 255, 0]), Buffer.from("my own secret")]));
    const search = (exclude: readonly string[]) =>
      packWorkspace({ workspace, exclude, format: "zip", path: join(dir, "a.zip"), maxBytes: 1e6, secrets: ["my own secret"], signal: never });
    await expect(search([])).rejects.toMatchObject({ places: [{ path: "deep/bin", line: 1, what: "a secret of this installation" }] });
    await expect(search(["deep/**"])).resolves.toMatchObject({ files: 0 });
  });

  it.each(["zip", "tar.gz"] as const)("are found in the names of files, empty ones too, and told without them: %s", async (format) => {
    const secret = "my own secret";
    await writeFile(join(workspace, "deep", `a ${secret}.txt`), "");
    await symlink("/etc", join(workspace, `to ${secret}`));
    const pack = (exclude: readonly string[]) =>
      packWorkspace({ workspace, exclude, format, path: join(dir, "a"), maxBytes: 1e6, secrets: [secret], signal: never });
    await expect(pack([])).rejects.toMatchObject({
      places: [{ path: "deep/a [secret].txt", line: 1, what: "a secret of this installation, in the name" }],
    });
    await expect(pack(["deep/**"])).resolves.toMatchObject({ left: expect.arrayContaining(["to [secret]"]) as string[] });
  });

  it.each(["zip", "tar.gz"] as const)("are found anywhere in a large file, also across two pieces of it, before anything is sent as %s", async (format) => {
    const megabyte = 1024 * 1024;
    const secret = "my own secret value";
    for (const [at, line] of [
      [megabyte - 5, 1],
      [2 * megabyte + 9, 1],
      [3 * megabyte - 10, 1],
      [5 * megabyte, 3],
    ] as const) {
      const bytes = Buffer.alloc(6 * megabyte, "z");
      if (line === 3) bytes.write("\n", 100);
      if (line === 3) bytes.write("\n", 4 * megabyte);
      bytes.write(secret, at);
      await writeFile(join(workspace, "large.bin"), bytes);
      const packing = packWorkspace({ workspace, exclude: [], format, path: join(dir, "a"), maxBytes: 1e9, secrets: [secret], signal: never });
      await expect(packing).rejects.toMatchObject({ places: [{ path: "large.bin", line, what: "a secret of this installation" }] });
    }
  });

  it("are not seen in ordinary code", () => {
    for (const text of ["const token = process.env.TOKEN", "password: ${PASSWORD}", "sk-short", "AKIA", "a".repeat(10_000)])
      expect(findSecrets("a", Buffer.from(text), [""])).toEqual([]);
  });
});
