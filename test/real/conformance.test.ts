import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { Parley } from "#test/scenarios/parley";
import { held, skipped } from "./conformance-cases.ts";
import { installMs, realProgram } from "./programs.ts";

const check = z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() });

async function suite(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [realProgram("conformance"), ...args], { stdio: ["ignore", "pipe", "pipe"], env: { PATH: process.env["PATH"] ?? "" } });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return out + err;
}

/** What the suite found out about each scenario, from the files it writes. */
async function runAll(): Promise<ReadonlyMap<string, readonly z.infer<typeof check>[]>> {
  await using parley = await Parley.start({ yaml: "people: [{ name: Ola, role: owner }]\n" });
  const token = await parley.token({ agent: "conformance" });
  const folder = mkdtempSync(join(tmpdir(), "parley-conformance-"));
  try {
    // The suite sends no header of ours; an agent's token may stand in the address.
    await suite("server", "--url", `${parley.url}/mcp?token=${token}`, "--suite", "all", "--output-dir", folder);
    const name = /^server-(?<name>.+?)-\d{4}-\d\d-\d\dT/;
    return new Map(readdirSync(folder).map((one) => [name.exec(one)?.groups?.["name"] ?? one, readChecks(join(folder, one, "checks.json"))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readChecks(file: string): readonly z.infer<typeof check>[] {
  return z.array(check).parse(JSON.parse(readFileSync(file, "utf8")));
}

describe("the official conformance suite", () => {
  let found: Awaited<ReturnType<typeof runAll>>;
  beforeAll(async () => {
    found = await runAll();
  }, installMs);

  it("has no scenario that is neither held to nor explained", async () => {
    const listed = (await suite("list")).split("Client scenarios")[0] ?? "";
    const scenarios = [...listed.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
    expect(new Set(scenarios)).toEqual(new Set([...held, ...Object.keys(skipped)]));
  });

  it.each(held)("holds: %s", (scenario) => {
    const checks = found.get(scenario) ?? [];
    expect(checks.filter((one) => one.status === "SUCCESS")).not.toEqual([]);
    expect(checks.filter((one) => one.status === "FAILURE" || one.status === "WARNING")).toEqual([]);
  });
});
