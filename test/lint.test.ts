import { execFile } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const root = dirname(import.meta.dirname);
const linted = z.object({ diagnostics: z.array(z.object({ code: z.string().optional(), filename: z.string() })) });

const plants = [
  { code: "typescript(no-floating-promises)", file: "src/hub/floating.ts", source: "export function f(): void { Promise.resolve(1); }" },
  { code: "typescript(no-misused-promises)", file: "src/hub/misused.ts", source: "export function f(): number { return Promise.resolve(false) ? 1 : 2; }" },
  { code: "typescript(await-thenable)", file: "src/hub/await.ts", source: "export async function f(): Promise<void> { await 1; }" },
  { code: "typescript(no-explicit-any)", file: "src/hub/any.ts", source: "export const a: any = 1;" },
  { code: "typescript(no-non-null-assertion)", file: "src/hub/bang.ts", source: "export const f = (a?: string): string => a!;" },
  { code: "typescript(no-unsafe-assignment)", file: "src/hub/unsafe.ts", source: "export const a: { b: string } = JSON.parse('{}');" },
  {
    code: "typescript(switch-exhaustiveness-check)",
    file: "src/hub/switch.ts",
    source: "export function f(a: 'x' | 'y'): void { switch (a) { case 'x': break; } }",
  },
  { code: "typescript(ban-ts-comment)", file: "src/hub/ignore.ts", source: "// @ts-expect-error because of a reason\nexport const a: string = 1;" },
  { code: "import(no-default-export)", file: "src/hub/default.ts", source: "export default 1;" },
  { code: "oxc(no-barrel-file)", file: "src/hub/barrel.ts", source: 'export * from "./default.ts";' },
  { code: "node(no-process-env)", file: "src/hub/env.ts", source: "export const a = process.env['HOME'];" },
  { code: "eslint(no-restricted-imports)", file: "src/hub/parent.ts", source: 'import "../lib/a.ts";' },
  { code: "eslint(no-restricted-imports)", file: "src/hub/spawn.ts", source: 'import "node:child_process";' },
  { code: "eslint(no-restricted-imports)", file: "src/hub/sql.ts", source: 'import "node:sqlite";' },
  { code: "eslint(no-restricted-imports)", file: "src/wire/sql.ts", source: 'import "node:sqlite";' },
  { code: "eslint(no-restricted-imports)", file: "test/deep/parent.ts", source: 'import "../a.ts";' },
  { code: "eslint(no-restricted-globals)", file: "web/node.ts", source: "export const a = process.argv;" },
  { code: "eslint(no-console)", file: "src/hub/console.ts", source: "console.log(1);" },
  { code: "eslint(eqeqeq)", file: "src/hub/equal.ts", source: "export const f = (a: number, b: number): boolean => a == b;" },
  { code: "eslint(prefer-const)", file: "src/hub/let.ts", source: "let a = 1;\nexport const b = a;" },
  { code: "eslint(max-lines)", file: "src/hub/long.ts", source: "export {};\n".repeat(301) },
  { code: "unicorn(filename-case)", file: "src/hub/CamelCase.ts", source: "export const a = 1;" },
  { code: "vitest(no-focused-tests)", file: "src/hub/only.test.ts", source: 'import { expect, it } from "vitest";\nit.only("is", () => expect(1).toBe(1));' },
  { code: "vitest(no-disabled-tests)", file: "src/hub/skip.test.ts", source: 'import { expect, it } from "vitest";\nit.skip("is", () => expect(1).toBe(1));' },
  ...['(ctx) => ctx.skip("a reason in words")', '({ skip }) => skip("a reason in words")'].map((body, at) => ({
    code: "eslint(no-restricted-properties)",
    file: `test/contracts/skip-${at}.test.ts`,
    source: `import { it } from "vitest";\nit("is", ${body});`,
  })),
  ...["skipIf(true)", "runIf(false)"].map((call, at) => ({
    code: "eslint(no-restricted-properties)",
    file: `src/hub/skip-${at}.test.ts`,
    source: `import { expect, it } from "vitest";\nit.${call}("is", () => expect(1).toBe(1));`,
  })),
  { code: "vitest(expect-expect)", file: "src/hub/empty.test.ts", source: 'import { it } from "vitest";\nit("is", () => undefined);' },
];

const legal = [
  { file: "src/wire/child.ts", source: 'import "node:child_process";' },
  { file: "src/store/sqlite/engine/open.ts", source: 'import "node:sqlite";' },
  { file: "src/config/env.ts", source: "export const a = process.env['HOME'];" },
  { file: "src/cli/say.ts", source: "console.log(1);" },
  { file: "test/spawns.ts", source: 'import "node:child_process";\nexport const a = process.env["HOME"];' },
  {
    file: "test/contracts/lacks.ts",
    source: 'import type { TestContext } from "vitest";\nexport const lacks = (ctx: TestContext, reason: string): never => ctx.skip(reason);',
  },
  { file: "some.config.ts", source: "export default {};" },
];

describe("the lint rules", () => {
  let copy: string;
  let found: z.infer<typeof linted>["diagnostics"];

  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), "parley-linted-"));
    for (const file of [".oxlintrc.json", "tsconfig.json", "package.json"]) cpSync(join(root, file), join(copy, file));
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    for (const { file, source } of [...plants, ...legal]) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), `${source}\n`);
    }
    const output = await new Promise<string>((resolve) => {
      const args = [join(root, "node_modules/oxlint/bin/oxlint"), "--format", "json"];
      execFile(process.execPath, args, { cwd: copy, maxBuffer: 64_000_000 }, (_error, stdout) => resolve(stdout));
    });
    found = linted.parse(JSON.parse(output)).diagnostics;
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  it.each(plants)("catch $code in $file", ({ code, file }) => {
    expect(found.filter((hit) => hit.filename === file).map((hit) => hit.code)).toContain(code);
  });

  it.each(legal)("let $file be", ({ file }) => {
    expect(found.filter((hit) => hit.filename === file)).toEqual([]);
  });

  it("are switched off nowhere in the sources", () => {
    const files = globSync(["{src,web,test,bench,scripts}/**/*.{ts,tsx,mjs}", "*.config.ts"], { cwd: root });
    expect(files.filter((file) => /(?:ox|es)lint-(?:disable|enable)/.test(readFileSync(join(root, file), "utf8")) && file !== "test/lint.test.ts")).toEqual([]);
  });
});
