import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";

const root = dirname(import.meta.dirname);
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "parley-clone-"));
  for (const file of ["scripts/prepare.mjs", "package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"])
    cpSync(join(root, file), join(clone, file));
});
afterEach(() => rmSync(clone, { recursive: true }));

describe("installing", () => {
  it("runs npm ci in a fresh clone, with the development packages, and not again", async () => {
    const npm = fakeNpm("mkdirSync('node_modules', { recursive: true });");
    expect((await prepare(npm.env)).stderr).toMatch(/^Installing the packages[^]*Installed in [\d.]+ s\.\n$/);
    expect(npm.calls()).toEqual(["ci --include=dev --loglevel=error"]);
    expect(await prepare(npm.env)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(npm.calls()).toHaveLength(1);
  });

  it("runs again when the lockfile has changed", async () => {
    const npm = fakeNpm("mkdirSync('node_modules', { recursive: true });");
    await prepare(npm.env);
    writeFileSync(join(clone, "package-lock.json"), `${readFileSync(join(clone, "package-lock.json"), "utf8")}\n`);
    await prepare(npm.env);
    expect(npm.calls()).toHaveLength(2);
  });

  it("trusts packages that somebody installed by hand, if each has the version of the lockfile", async () => {
    const npm = fakeNpm("");
    mkdirSync(join(clone, "node_modules"));
    cpSync(join(clone, "package-lock.json"), join(clone, "node_modules/.package-lock.json"));
    expect(await prepare(npm.env)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(npm.calls()).toEqual([]);
  });

  it("says what to do when npm fails, and starts nothing", async () => {
    const { code, stdout, stderr } = await prepare(fakeNpm("process.exit(7);").env);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/could not be installed.*network.*Run the command again/);
  });

  it("says which Node it needs on an older one", async () => {
    const older = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '18.20.4' })";
    const { code, stderr } = await prepare({}, ["--import", older]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/needs Node 20 or newer.*this is Node 18\.20\.4/);
  });
});

describe("building", () => {
  beforeEach(() => {
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
    source("main.ts", 'import { word } from "#lib/word";\nconsole.log(word);\n');
    source("lib/word.ts", 'export const word = "hello";\n');
  });

  it("builds the program once, again when a source changes, and forgets sources that are gone", async () => {
    expect((await prepare()).stderr).toMatch(/^Built the program in [\d.]+ s\.\n$/);
    expect(existsSync(join(clone, "dist/lib/word.js"))).toBe(true);
    expect(await prepare()).toEqual({ code: 0, stdout: "", stderr: "" });

    source("main.ts", "console.log(1);\n");
    rmSync(join(clone, "src/lib/word.ts"));
    expect((await prepare()).stderr).toMatch(/^Built the program/);
    expect(existsSync(join(clone, "dist/lib/word.js"))).toBe(false);
    expect(existsSync(join(clone, "dist/main.js"))).toBe(true);
  });

  it("fails with the compiler's words when the program does not compile, and tries again next time", async () => {
    source("lib/word.ts", "export const word: number = 'no';\n");
    for (let n = 0; n < 2; n += 1) {
      const { code, stdout, stderr } = await prepare();
      expect(code).toBe(1);
      expect(stdout).toBe("");
      expect(stderr).toMatch(/word\.ts[^]*The program does not build/);
    }
  });
});

describe("the lockfile", () => {
  const lock = z
    .object({
      packages: z.record(z.string(), z.object({ resolved: z.string().optional(), optionalDependencies: z.record(z.string(), z.string()).optional() })),
    })
    .parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))).packages;

  it("names no registry host", () => {
    expect(Object.keys(lock).filter((path) => lock[path]?.resolved !== undefined)).toEqual([]);
  });

  it("has every platform's optional packages, without which npm ci refuses it (node scripts/lock-platforms.mjs adds them)", () => {
    const wanted = Object.values(lock).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
    expect(wanted.filter((name) => !Object.keys(lock).some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([]);
  });
});

function source(file: string, text: string): void {
  mkdirSync(dirname(join(clone, "src", file)), { recursive: true });
  writeFileSync(join(clone, "src", file), text);
}

/** Stands in for npm's own program, which prepare calls by the path that npm puts into the environment. */
function fakeNpm(body: string): { readonly env: Record<string, string>; calls(): readonly string[] } {
  const log = join(clone, "npm-calls");
  const file = join(clone, "fake-npm.mjs");
  writeFileSync(
    file,
    `import { appendFileSync, mkdirSync } from "node:fs";\nappendFileSync(${JSON.stringify(log)}, process.argv.slice(2).join(" ") + "\\n");\n${body}\n`,
  );
  return {
    env: { npm_execpath: file, npm_node_execpath: process.execPath },
    calls: () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []),
  };
}

function prepare(env: Record<string, string> = {}, flags: readonly string[] = []): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...flags, join(clone, "scripts/prepare.mjs")],
      { env: { PATH: process.env["PATH"], ...env } },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? 1, stdout, stderr });
      },
    );
  });
}
