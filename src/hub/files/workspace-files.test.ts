import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ParleyError } from "#domain/errors";
import type { FileNote } from "#domain/workspace";
import { smallDisk } from "#test/fakes/tmpfs";
import { verifies } from "#test/verifies";
import { createWorkspaceFiles, type RunFiles } from "./workspace-files.ts";
import { fileTexts } from "#hub/files/texts";
import { partOf } from "#test/part-of";

let base = "";
let root = "";
let files: RunFiles;
const note: FileNote = { mime: "text/plain", description: "a text" };
const filesIn = (folder: string, maxBytes = 10_000): RunFiles =>
  createWorkspaceFiles({
    root: folder,
    own: { home: join(base, "home"), program: join(base, "program"), files: [] },
    run: "run_1",
    maxBytes,
    mayReplace: () => true,
    sees: () => Promise.resolve(true),
    speech: { language: "en" },
  });

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "parley-files-"));
  root = join(base, "workspace");
  mkdirSync(join(root, "docs"), { recursive: true });
  mkdirSync(join(root, "secrets"));
  writeFileSync(join(root, "docs/a.txt"), "inside");
  writeFileSync(join(root, "secrets/.env"), "KEY=hidden");
  writeFileSync(join(base, "outside.txt"), "OUTSIDE");
  files = filesIn(root);
});
afterEach(async () => {
  await files[Symbol.asyncDispose]();
  rmSync(base, { recursive: true });
});

async function read(path: string, from: RunFiles = files): Promise<string> {
  await using file = await from.open(path, 1_000);
  const buffer = Buffer.alloc(file.bytes);
  readSync(file.fd, buffer, 0, file.bytes, 0);
  return buffer.toString();
}

async function put(path: string, text: string, confirm = false): Promise<void> {
  await using sink = await files.create(path, { ...note, confirm });
  await sink.write(text);
  await sink.finish();
}

async function refused(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (cause: ParleyError) => cause,
  );
  return error === undefined ? "not refused" : error.code;
}

describe("a path that a command was given", () => {
  verifies("TE-FILE-2", "is read below the workspace, relative or absolute, and nowhere else", async () => {
    for (const path of ["docs/a.txt", "./docs//a.txt", "docs/../docs/a.txt", join(root, "docs/a.txt")]) expect(await read(path)).toBe("inside");
    const out = ["../outside.txt", "docs/../../outside.txt", join(base, "outside.txt"), "/etc/passwd", "/proc/self/environ", `${root}-other/a`, ".."];
    for (const path of out) expect([path, await refused(files.open(path, 1_000))]).toEqual([path, "InvalidArgs"]);
    expect(await refused(files.open("docs/missing.txt", 1_000))).toBe("NotFound");
    expect(await refused(files.open("docs/a.txt/b", 1_000))).toBe("NotFound");
  });

  verifies("TE-FILE-2", "is followed through links that stay inside, and through none that leads out", async () => {
    symlinkSync("docs", join(root, "papers"));
    symlinkSync(join(root, "docs/a.txt"), join(root, "absolute"));
    symlinkSync("../papers/a.txt", join(root, "docs/two-steps"));
    for (const path of ["papers/a.txt", "absolute", "papers/two-steps"]) expect(await read(path)).toBe("inside");
    symlinkSync("../outside.txt", join(root, "out"));
    symlinkSync(base, join(root, "up"));
    symlinkSync("/proc/self/root", join(root, "kernel"));
    symlinkSync("../../outside.txt", join(root, "docs/out"));
    symlinkSync("docs/../../workspace/docs/a.txt", join(root, "round"));
    for (const path of ["out", "up/outside.txt", "kernel/etc/passwd", "papers/out", "round"]) {
      expect([path, await refused(files.open(path, 1_000))]).toEqual([path, "InvalidArgs"]);
    }
    symlinkSync("loop", join(root, "loop"));
    await expect(files.open("loop", 1_000)).rejects.toThrow("form a loop");
    symlinkSync("nowhere", join(root, "dangling"));
    expect(await refused(files.open("dangling", 1_000))).toBe("NotFound");
  });

  verifies("TE-FILE-2", "with a `secrets` part is never seen, however it is spelt or linked to", async () => {
    symlinkSync("secrets", join(root, "plain"));
    symlinkSync(join(root, "secrets/.env"), join(root, "docs/env"));
    symlinkSync(join(base, "outside.txt"), join(root, "docs/secrets"));
    mkdirSync(join(root, "Secrets"));
    const spelt = ["secrets/.env", "SECRETS/.env", "secrets/../docs/a.txt", "ſecrets/x", "ｓecrets/x", "secrets./x", "se\u200bcrets/x", "docs/secrets"];
    for (const path of [...spelt, "plain/.env", "docs/env", join(root, "secrets/.env")]) {
      await expect(files.open(path, 1_000)).rejects.toThrow("`secrets`");
      await expect(files.create(path, { ...note, confirm: true })).rejects.toMatchObject({ code: "InvalidArgs" });
    }
    mkdirSync(join(root, "docs/inner/secrets"), { recursive: true });
    writeFileSync(join(root, "docs/inner/b"), "");
    expect(await files.list("docs/inner", 100)).toEqual([{ name: "b", kind: "file" }]);
  });

  it("that is no regular file is refused at once, a pipe without a writer too", async () => {
    execFileSync("mkfifo", [join(root, "pipe")]);
    const server = createServer().listen(join(root, "socket"));
    await new Promise((resolve) => server.once("listening", resolve));
    symlinkSync("/dev/zero", join(root, "zero"));
    for (const path of ["pipe", "socket", "docs", "zero", ".", "docs/"]) expect([path, await refused(files.open(path, 1_000))]).toEqual([path, "InvalidArgs"]);
    await new Promise((resolve) => server.close(resolve));
  });

  it.each(["", "a\0b", "a\nb", "x".repeat(256), `${"d/".repeat(3_000)}x`, "\ud800"])("number %$ of the hostile ones is no path", async (path) => {
    expect(await refused(files.open(path, 1_000))).toBe("InvalidArgs");
    expect(await refused(files.create(path, { ...note, confirm: true }))).toBe("InvalidArgs");
  });

  it("over the size that the command reads is refused with both sizes", async () => {
    writeFileSync(join(root, "large"), Buffer.alloc(2_048));
    await expect(files.open("large", 1_024)).rejects.toThrow("has 2.0 KB; this command reads at most 1.0 KB");
  });

  it("is shown without anything hidden in it", async () => {
    await expect(files.open("docs/\u202egnp.`exe", 10)).rejects.toThrow("`docs/⟨U+202E⟩gnp._exe`");
  });

  it("never leads out, also while somebody swaps folder and link as fast as they can", async () => {
    mkdirSync(join(root, "swap"));
    mkdirSync(join(base, "swap"));
    writeFileSync(join(root, "swap/file"), "inside");
    writeFileSync(join(base, "swap/file"), "OUTSIDE");
    symlinkSync(join(base, "swap"), join(root, "link"));
    const swapping = `
      const { renameSync } = require("node:fs"); const { workerData: r, parentPort } = require("node:worker_threads");
      let on = true; parentPort.on("message", () => { on = false; });
      const round = () => {
        for (let i = 0; i < 50; i++) { renameSync(r + "/swap", r + "/kept"); renameSync(r + "/link", r + "/swap"); renameSync(r + "/swap", r + "/link"); renameSync(r + "/kept", r + "/swap"); }
        if (on) setImmediate(round); else parentPort.close();
      };
      round();`;
    const worker = new Worker(swapping, { eval: true, workerData: root });
    const seen: string[] = [];
    const count = (what: string): number => seen.filter((one) => one === what).length;
    try {
      while (seen.length < 1_000 || count("inside") < 10 || count("refused") < 10) {
        seen.push(await read("swap/file").catch(() => "refused"));
        const written = await files.create("swap/new", { ...note, confirm: true }).catch(() => undefined);
        if (written !== undefined) await written.finish().catch(() => undefined);
        await written?.[Symbol.asyncDispose]();
      }
    } finally {
      worker.postMessage("stop");
      await new Promise((resolve) => worker.once("exit", resolve));
    }
    expect(new Set(seen)).toEqual(new Set(["inside", "refused"]));
    expect(readdirSync(join(base, "swap"))).toEqual(["file"]);
  }, 60_000);
});

describe("a file that a command writes", () => {
  verifies("TE-SAFE-2", "replaces an existing one only when that is confirmed, also when it came in between", async () => {
    await expect(put("docs/a.txt", "new")).rejects.toMatchObject({ code: "ConfirmRequired", message: expect.stringContaining("--confirm") as string });
    await using early = await files.create("docs/b.txt", { ...note, confirm: false });
    await early.write("mine");
    writeFileSync(join(root, "docs/b.txt"), "came in between");
    expect(await refused(early.finish())).toBe("ConfirmRequired");
    expect(readFileSync(join(root, "docs/b.txt"), "utf8")).toBe("came in between");
    await put("docs/a.txt", "new", true);
    expect(readFileSync(join(root, "docs/a.txt"), "utf8")).toBe("new");
    expect(files.made().map(({ path }) => path)).toEqual(["docs/a.txt"]);
  });

  it("is seen by nobody until it is whole, and leaves nothing when it is not", async () => {
    const sink = await files.create("docs/half.txt", { ...note, confirm: false });
    await sink.write("half");
    expect(existsSync(join(root, "docs/half.txt"))).toBe(false);
    await sink[Symbol.asyncDispose]();
    await sink[Symbol.asyncDispose]();
    expect(readdirSync(join(root, "docs"))).toEqual(["a.txt"]);
    expect(files.made()).toEqual([]);
  });

  it("is told with its size and hash, and can be read again with them", async () => {
    await using sink = await files.create("./docs/../docs/c.txt", { ...note, confirm: false });
    await Promise.all([sink.write("hel"), sink.write(Buffer.from("lo"))]);
    const artifact = await sink.finish();
    const sha256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    expect(artifact).toEqual({ path: "docs/c.txt", mime: "text/plain", description: "a text", bytes: 5, sha256 });
    expect(await read("docs/c.txt")).toBe("hello");
  });

  it("never goes through a link, onto a folder, or into a folder that is not there", async () => {
    symlinkSync(join(base, "outside.txt"), join(root, "docs/link"));
    symlinkSync(base, join(root, "up"));
    symlinkSync("missing", join(root, "docs/dangling"));
    for (const path of ["docs/link", "docs/dangling", "docs", "docs/", "up/new.txt", "../new.txt", "/tmp/new.txt"]) {
      expect([path, await refused(put(path, "x", true))]).toEqual([path, "InvalidArgs"]);
    }
    await expect(put("nowhere/new.txt", "x")).rejects.toThrow(partOf(fileTexts.fileFolderMissing));
    expect(readFileSync(join(base, "outside.txt"), "utf8")).toBe("OUTSIDE");
    expect(readdirSync(base).toSorted()).toEqual(["outside.txt", "workspace"]);
  });

  it("may go through a folder that is a link inside the workspace, and is told by its real path", async () => {
    symlinkSync("docs", join(root, "papers"));
    await put("papers/d.txt", "x");
    expect(files.made()[0]?.path).toBe("docs/d.txt");
  });

  it("replaces a link that was put there meanwhile instead of writing through it", async () => {
    await using sink = await files.create("docs/e.txt", { ...note, confirm: true });
    symlinkSync(join(base, "outside.txt"), join(root, "docs/e.txt"));
    await sink.write("x");
    await sink.finish();
    expect(readFileSync(join(base, "outside.txt"), "utf8")).toBe("OUTSIDE");
    expect(readFileSync(join(root, "docs/e.txt"), "utf8")).toBe("x");
  });

  it("stops at the run's bound, all files together; what was thrown away does not count", async () => {
    files = filesIn(root, 10);
    const first = await files.create("docs/f.txt", { ...note, confirm: false });
    await first.write("123456");
    await first[Symbol.asyncDispose]();
    await put("docs/g.txt", "1234567");
    await using over = await files.artifact("h.txt", note);
    await over.write("123");
    await expect(over.write("4")).rejects.toMatchObject({ code: "TooLarge" });
    await expect(over.finish()).rejects.toThrow("after it was over");
  });

  it("is refused with a sentence on a full disk, and leaves no half", async () => {
    using disk = smallDisk("size=64k");
    const full = filesIn(disk.dir, 1_000_000);
    await using sink = await full.create("big", { ...note, confirm: false });
    await expect(sink.write(Buffer.alloc(500_000))).rejects.toMatchObject({ code: "StoreFull", message: expect.stringContaining("disk") as string });
    await sink[Symbol.asyncDispose]();
    expect(readdirSync(disk.dir)).toEqual([]);
    disk.remount("ro");
    expect(await refused(full.create("small", { ...note, confirm: false }))).toBe("InvalidArgs");
    disk.remount("rw");
  });

  it("is as readable as its folder; a replaced one stays as it was, its owner too", async () => {
    execFileSync("chmod", ["750", join(root, "docs")]);
    execFileSync("chown", ["-R", "1234:1234", join(root, "docs")]);
    execFileSync("chmod", ["604", join(root, "docs/a.txt")]);
    await put("docs/new", "x");
    await put("docs/a.txt", "x", true);
    const seen = (name: string): unknown => [statSync(join(root, "docs", name)).mode & 0o777, statSync(join(root, "docs", name)).uid];
    expect([seen("new"), seen("a.txt")]).toEqual([
      [0o640, 1234],
      [0o604, 1234],
    ]);
  });

  it("is not finished once the run is over", async () => {
    const sink = await files.create("docs/late.txt", { ...note, confirm: false });
    await sink.write("x");
    await files[Symbol.asyncDispose]();
    await expect(sink.finish()).rejects.toThrow(partOf(fileTexts.fileRunOver));
    await expect(files.artifact("late", note)).rejects.toThrow(partOf(fileTexts.fileRunOver));
    expect(readdirSync(join(root, "docs"))).toEqual(["a.txt"]);
  });
});

describe("an artifact", () => {
  const make = async (name: string, text: string): Promise<string> => {
    await using sink = await files.artifact(name, note);
    await sink.write(text);
    return (await sink.finish()).path;
  };

  verifies("TE-AUD-4", "of a run stands under .agents/artifacts/RUN_ID, a taken name with a number", async () => {
    expect(await make("out.txt", "1")).toBe(".agents/artifacts/run_1/out.txt");
    expect(await make("out.txt", "2")).toBe(".agents/artifacts/run_1/out-2.txt");
    expect(await make("../../x/../etc/passwd", "3")).toBe(".agents/artifacts/run_1/passwd");
    expect(await make("secrets", "4")).toBe(".agents/artifacts/run_1/_secrets");
    const long = await make(`${"图".repeat(200)}.txt`, "5");
    expect(long).toMatch(/图\.txt$/);
    expect(await read(long)).toBe("5");
    expect(files.made().map(({ bytes }) => bytes)).toEqual([1, 1, 1, 1, 1]);
    expect(readdirSync(join(root, ".agents/artifacts/run_1")).length).toBe(5);
  });

  it("is not made where .agents leads out of the workspace", async () => {
    symlinkSync(base, join(root, ".agents"));
    expect(await refused(files.artifact("x", note))).toBe("InvalidArgs");
    expect(readdirSync(base).toSorted()).toEqual(["outside.txt", "workspace"]);
  });
});
