import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { lacks } from "#test/contracts/lacks";
import { nodeNeeded, tooOldNode } from "./node-version.ts";

const sources = dirname(import.meta.dirname);
const made: string[] = [];
afterEach(() => made.splice(0).forEach((dir) => rmSync(dir, { recursive: true })));

describe("the Node that runs Parley", () => {
  it("is new enough from one version on", () => {
    expect(tooOldNode(`${nodeNeeded}.0.0`)).toBeUndefined();
    expect(tooOldNode("100.1.0")).toBeUndefined();
    expect(tooOldNode("20.19.1")).toContain("20.19.1");
  });

  it("gets one sentence and exit 1 from the program itself where it is too old", async (ctx) => {
    const old = olderNode() ?? lacks(ctx, "no Node older than the one needed is on this machine");
    const { code, out, err } = await runProgram(old);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toBe(`${tooOldNode(spawnSync(old, ["-p", "process.versions.node"]).stdout.toString().trim())}\n`);
  });
});

/** A Node on the path that is too old. */
function olderNode(): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((dir) => join(dir, "node"))
    .find((node) => tooOldNode(spawnSync(node, ["-p", "process.versions.node"]).stdout?.toString().trim() || "100") !== undefined);
}

/** The entry point as it is built, with nothing beside it but what it may load on any Node. */
async function runProgram(node: string): Promise<{ code: number; out: string; err: string }> {
  const dir = mkdtempSync(join(tmpdir(), "parley-old-node-"));
  made.push(dir);
  mkdirSync(join(dir, "dist/cli"), { recursive: true });
  writeFileSync(join(dir, "package.json"), JSON.stringify({ type: "module", imports: { "#*": "./dist/*.js" } }));
  for (const name of ["main", "cli/node-version"]) {
    const source = readFileSync(join(sources, `${name}.ts`), "utf8").replace(/^#!.*/, "");
    writeFileSync(join(dir, "dist", `${name}.js`), stripTypeScriptTypes(source));
  }
  return await new Promise((resolve) => {
    execFile(node, [join(dir, "dist/main.js"), "status"], (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }));
  });
}
