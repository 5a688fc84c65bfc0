import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const root = dirname(import.meta.dirname);
const made: string[] = [];
afterEach(() => made.splice(0).forEach((dir) => rmSync(dir, { recursive: true })));

/** Runs scripts/test.mjs in a small project of its own and gives its exit code and what it printed. */
async function npmTest(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<{ code: number; lines: readonly string[] }> {
  const dir = mkdtempSync(join(tmpdir(), "parley-test-script-"));
  made.push(dir);
  for (const name of ["node_modules", "scripts"]) symlinkSync(join(root, name), join(dir, name));
  mkdirSync(join(dir, "test"));
  const projects = ["unit", "contract"].map((name) => ({ test: { name, include: [`test/${name}*.test.ts`] } }));
  writeFileSync(join(dir, "vitest.config.ts"), `export default { test: { projects: ${JSON.stringify(projects)} } };`);
  for (const [name, source] of Object.entries(files)) writeFileSync(join(dir, "test", name), `import { expect, it } from "vitest";\n${source}`);
  const env = { ...process.env, NO_COLOR: "1", PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}` };
  return await new Promise((resolve) => {
    execFile(process.execPath, [join(root, "scripts/test.mjs"), ...args], { cwd: dir, env }, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), lines: stdout.trim().split("\n") });
    });
  });
}

const passes = 'it("holds", () => expect(1).toBe(1));';

describe("npm test -- --project", () => {
  it("runs one project, without the checks, and ends with the count", async () => {
    const { code, lines } = await npmTest({ "unit.test.ts": passes, "contract.test.ts": 'it("fails", () => expect(1).toBe(2));' }, "--project", "unit");
    expect(lines.at(-1)).toBe("1 passed, 0 failed");
    expect(code).toBe(0);
    expect(lines.some((line) => /^types\b/.test(line))).toBe(false);
  });

  it("prints why a case was skipped, and how many were", async () => {
    const skips = 'it("hears reactions", (ctx) => ctx.skip("the platform has no reactions"));';
    const { code, lines } = await npmTest({ "contract.test.ts": `${passes}\n${skips}` }, "--project=contract");
    expect(lines.slice(-2)).toEqual(["skipped: hears reactions: the platform has no reactions", "1 passed, 0 failed, 1 skipped"]);
    expect(code).toBe(0);
  });

  it("counts a file that does not load as a failure", async () => {
    const { code, lines } = await npmTest({ "unit.test.ts": 'throw new Error("broken");', "unit-2.test.ts": passes }, "--project", "unit");
    expect(lines.at(-1)).toBe("1 passed, 1 failed");
    expect(code).toBe(1);
  });
});
