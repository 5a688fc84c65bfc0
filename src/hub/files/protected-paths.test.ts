import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ParleyError } from "#domain/errors";
import type { OwnPlaces } from "./protected-paths.ts";
import { createWorkspaceFiles, type RunFiles } from "./workspace-files.ts";

let base = "";
const at = (path: string): string => join(base, path);
const put = (...paths: readonly string[]): void => {
  for (const path of paths) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), "kept");
  }
};
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "parley-own-"));
});
afterEach(() => rmSync(base, { recursive: true }));

const sees = (folder: string): Promise<boolean> => Promise.resolve(folder !== "thr_2" && folder !== "run_3");

/** A hub whose store and log lie in its home, unless they are named. */
function filesOf(root: string, { home = "home", program = "program", files = ["parley.yaml", "home/parley.db"] } = {}): RunFiles {
  const own: OwnPlaces = { home: at(home), program: at(program), files: files.map(at) };
  return createWorkspaceFiles({ root: at(root), own, run: "run_1", maxBytes: 1_000, mayReplace: () => true, sees, speech: { language: "en" } });
}

const why = (cause: ParleyError): unknown => (cause.data as { why?: string } | undefined)?.why ?? cause.code;

async function read(files: RunFiles, path: string): Promise<unknown> {
  return files.open(path, 1_000).then(
    (file) => file[Symbol.asyncDispose]().then(() => "read"),
    (cause: ParleyError) => why(cause),
  );
}

async function write(files: RunFiles, path: string): Promise<unknown> {
  try {
    await using sink = await files.create(path, { mime: "text/plain", description: "", confirm: true });
    await sink.write("replaced");
    await sink.finish();
    return "written";
  } catch (cause) {
    return why(cause as ParleyError);
  }
}

async function isShut(files: RunFiles, paths: readonly string[], root: string): Promise<void> {
  for (const path of paths) {
    expect([path, await read(files, path), await write(files, path)]).toEqual([path, "own", "own"]);
    expect(readFileSync(join(at(root), path), "utf8")).toBe("kept");
  }
}

describe("what Parley stands on is out of every command's reach", () => {
  it("where the home, the configuration and records lie in the workspace", async () => {
    const own = [
      "parley.yaml",
      "home/hub.json",
      "home/parley.db",
      "home/any/thing",
      "config/available-agents.json",
      ".git/config",
      "sub/.git/hooks/pre-commit",
    ];
    put(...own, ".agents/sessions/agt_1/events.jsonl", "docs/a.txt");
    const files = filesOf(".");
    await isShut(files, [...own, ".agents/sessions/agt_1/events.jsonl"], ".");
    expect([await write(files, "docs/a.txt"), await read(files, "docs/a.txt"), await write(files, "docs/new.txt")]).toEqual(["written", "read", "written"]);
    await expect(files.create("parley.yaml", { mime: "", description: "", confirm: true })).rejects.toThrow("belongs to Parley itself");
  });

  it("however the way to it is spelt: links, hard links, capitals", async () => {
    put("home/hub.json", "parley.yaml", "home/logs/a");
    symlinkSync("home", at("plain"));
    symlinkSync("parley.yaml", at("notes.txt"));
    linkSync(at("home/hub.json"), at("hard"));
    linkSync(at("parley.yaml"), at("also"));
    mkdirSync(at("Config"));
    mkdirSync(at(".GIT"));
    const files = filesOf(".", { files: ["parley.yaml", "home/hub.json"] });
    for (const path of ["plain/hub.json", "plain/new", "docs/../home/hub.json", at("home/hub.json"), "hard", "also", "PARLEY.yaml", "Config/x", ".GIT/x"])
      expect([path, await read(files, path)]).toEqual([path, path.startsWith("docs") ? "NotFound" : "own"]);
    for (const path of ["hard", "also", "plain/new", "Config/x"]) expect([path, await write(files, path)]).toEqual([path, "own"]);
    expect(await read(files, "notes.txt")).toBe("own");
    expect(readFileSync(at("home/hub.json"), "utf8") + readFileSync(at("parley.yaml"), "utf8")).toBe("keptkept");
  });

  it("where the workspace is the home: all that the hub keeps in it, there or not yet", async () => {
    const own = [
      "hub.json",
      "hub.json.12",
      "hub.lock",
      "parley.db",
      "parley.db-wal",
      "parley.yaml",
      "logs/parley.log",
      "artifacts/thr_1/art_1",
      "sessions/s/secret",
    ];
    put(...own, "report.txt");
    const files = filesOf(".", { home: ".", files: ["parley.yaml", "parley.db"] });
    await isShut(files, own, ".");
    rmSync(at("parley.db-wal"));
    expect(await write(files, "parley.db-wal")).toBe("own");
    expect([await write(files, "report.txt"), await read(files, "report.txt"), await write(files, "new.md")]).toEqual(["written", "read", "written"]);
  });

  it("where the workspace lies in the home: its own folder is open, one of the hub's is not", async () => {
    put("home/work/a.txt", "home/logs/parley.log", "home/logs/deep/a.txt", "home/logs/.agents/uploads/thr_1/a.txt");
    expect([await read(filesOf("home/work"), "a.txt"), await write(filesOf("home/work"), "b.txt")]).toEqual(["read", "written"]);
    await isShut(filesOf("home/logs"), ["parley.log", "deep/a.txt"], "home/logs");
    expect([await read(filesOf("home/logs/deep"), "a.txt"), await read(filesOf("home/logs"), ".agents/uploads/thr_1/a.txt")]).toEqual(["own", "read"]);
  });

  it("where the store and the log lie in the workspace by the configuration", async () => {
    put("var/hub.db", "var/hub.db-wal", "var/hub.log.2026-11-16.1", "var/hub-notes.txt");
    const files = filesOf(".", { files: ["var/hub.db", "var/hub.log"] });
    await isShut(files, ["var/hub.db", "var/hub.db-wal", "var/hub.log.2026-11-16.1"], ".");
    expect([await write(files, "var/hub.log"), await read(files, "var/hub-notes.txt")]).toEqual(["own", "read"]);
  });

  it("where it is the program itself: read, and not written", async () => {
    put("program/dist/main.js", "program/package.json", "program/.agents/uploads/thr_1/a.txt");
    for (const [files, below] of [
      [filesOf("."), "program/"],
      [filesOf("program"), ""],
    ] as const) {
      for (const path of ["dist/main.js", "package.json"]) expect([await read(files, below + path), await write(files, below + path)]).toEqual(["read", "own"]);
      expect(await write(files, `${below}binding.gyp`)).toBe("own");
    }
    expect(await read(filesOf("program"), ".agents/uploads/thr_1/a.txt")).toBe("read");
  });

  it("and the uploads of a thread that the runner does not see are not found, by any name", async () => {
    put(".agents/uploads/thr_1/a.txt", ".agents/uploads/thr_2/a.txt");
    symlinkSync(at(".agents/uploads/thr_2"), at("link"));
    symlinkSync(at(".agents/uploads/thr_2/a.txt"), at(".agents/uploads/thr_1/b.txt"));
    const files = filesOf(".");
    for (const path of [".agents/uploads/thr_2/a.txt", "link/a.txt"])
      expect([await read(files, path), await write(files, path)]).toEqual(["NotFound", "NotFound"]);
    expect(readFileSync(at(".agents/uploads/thr_2/a.txt"), "utf8")).toBe("kept");
    expect([await read(files, ".agents/uploads/thr_1/b.txt"), await read(files, ".agents/uploads/thr_1/a.txt")]).toEqual(["NotFound", "read"]);
    expect(await files.list(".agents/uploads/thr_2", 9).catch(why)).toBe("NotFound");
    expect((await files.list(".agents/uploads/thr_1", 9)).map(({ name }) => name)).toEqual(["a.txt", "b.txt"]);
  });

  it("and the artifacts of a run that the runner does not see are not found, by any name", async () => {
    put(".agents/artifacts/run_2/a.txt", ".agents/artifacts/run_3/a.txt");
    symlinkSync(at(".agents/artifacts/run_3"), at("link"));
    const files = filesOf(".");
    for (const path of [".agents/artifacts/run_3/a.txt", "link/a.txt", ".agents/artifacts/run_2/../run_3/a.txt"])
      expect(await read(files, path)).toBe("NotFound");
    expect(await files.list(".agents/artifacts/run_3", 9).catch(why)).toBe("NotFound");
    expect(await read(files, ".agents/artifacts/run_2/a.txt")).toBe("read");
  });

  it("and of the hub's folder `.agents`, uploads are open, artifacts but a run's own and skills only read", async () => {
    put(
      ".agents/uploads/thr_1/a.txt",
      ".agents/artifacts/run_1/mine.txt",
      ".agents/artifacts/run_2/other.txt",
      ".agents/skills/doc/SKILL.md",
      ".agents/other/x",
    );
    const files = filesOf(".");
    const seen: unknown[] = [];
    for (const path of ["uploads/thr_1/a.txt", "artifacts/run_1/mine.txt", "artifacts/run_2/other.txt", "skills/doc/SKILL.md", "other/x", "artifacts/new"])
      seen.push([path, await write(files, `.agents/${path}`), await read(files, `.agents/${path}`)]);
    expect(seen).toEqual([
      ["uploads/thr_1/a.txt", "written", "read"],
      ["artifacts/run_1/mine.txt", "written", "read"],
      ["artifacts/run_2/other.txt", "own", "read"],
      ["skills/doc/SKILL.md", "own", "read"],
      ["other/x", "own", "own"],
      ["artifacts/new", "own", "NotFound"],
    ]);
    symlinkSync(".agents/skills/doc", at("mine"));
    expect(await write(files, "mine/SKILL.md")).toBe("own");
    await using made = await files.artifact("x", { mime: "text/plain", description: "" });
    expect((await made.finish()).path).toBe(".agents/artifacts/run_1/x");
  });
});

it("the file that a run reads is never replaced by what it writes, by whatever name", async () => {
  put("docs/a.txt");
  linkSync(at("docs/a.txt"), at("docs/same"));
  const files = filesOf(".");
  expect(await read(files, "docs/a.txt")).toBe("read");
  for (const path of ["docs/a.txt", "./docs/../docs/a.txt", "docs/same"]) expect([path, await write(files, path)]).toEqual([path, "source"]);
  expect(readFileSync(at("docs/a.txt"), "utf8")).toBe("kept");
});
