import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const root = dirname(import.meta.dirname);
const names = z.array(z.object({ name: z.string() })).default([]);
const report = z.object({ issues: z.array(z.object({ file: z.string(), files: names, exports: names, dependencies: names })) });

const manifest = {
  name: "planted",
  type: "module",
  bin: { planted: "dist/main.js" },
  imports: { "#*": { source: "./src/*.ts", default: "./dist/*.js" } },
  dependencies: { "nobody-needs-me": "1.0.0" },
};

describe("the check for dead code", () => {
  let copy: string;
  let found: z.infer<typeof report>["issues"];

  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), "parley-dead-"));
    for (const file of ["knip.jsonc", "tsconfig.json", "tsconfig.build.json"]) cpSync(join(root, file), join(copy, file));
    put("package.json", JSON.stringify(manifest));
    put("src/main.ts", 'import { used } from "#lib/used";\nexport const started = used();\n');
    put("src/lib/used.ts", "export function used(): number {\n  return 1;\n}\nexport const leftOver = 2;\n");
    put("src/lib/orphan.ts", "export const orphan = 1;\n");
    // A tree that was built: what is in dist must not stand in for the sources.
    put("dist/main.js", 'import { used } from "#lib/used";\nexport const started = used();\n');
    put("dist/lib/used.js", "export function used() {\n  return 1;\n}\nexport const leftOver = 2;\n");
    const args = [join(root, "node_modules/knip/bin/knip.js"), "--tsConfig", "tsconfig.build.json", "--reporter", "json"];
    const output = await new Promise<string>((resolve) => execFile(process.execPath, args, { cwd: copy }, (_error, stdout) => resolve(stdout)));
    found = report.parse(JSON.parse(output)).issues;
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  it("names a file that nothing imports, and no other", () => {
    expect(found.flatMap((issue) => issue.files.map((file) => file.name))).toEqual(["src/lib/orphan.ts"]);
  });

  it("names an export that nothing imports, and no other", () => {
    expect(found.flatMap((issue) => issue.exports.map((one) => `${issue.file} ${one.name}`))).toEqual(["src/lib/used.ts leftOver"]);
  });

  it("names a package that nothing imports", () => {
    expect(found.flatMap((issue) => issue.dependencies.map((one) => one.name))).toEqual(["nobody-needs-me"]);
  });

  function put(file: string, text: string): void {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  }
});
