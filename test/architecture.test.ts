import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { verifies } from "#test/verifies";

const root = dirname(import.meta.dirname);
const cruised = z.object({
  summary: z.object({ totalCruised: z.number(), violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })) }),
  modules: z.array(z.object({ source: z.string() })),
});
const ruleFile = z.object({ forbidden: z.array(z.object({ name: z.string() })) });

// The table of ARCHITECTURE.md, written a second time on purpose: a slip in the check's own table shows here.
const mayImport: Record<string, readonly string[]> = {
  domain: [],
  lib: [],
  protocol: [],
  markdown: [],
  wire: ["lib"],
  hub: ["domain", "lib"],
  policy: ["domain", "lib"],
  config: ["domain", "lib"],
  store: ["domain", "lib"],
  channels: ["domain", "lib", "wire", "markdown"],
  agents: ["domain", "lib", "wire"],
  commands: ["domain", "lib", "wire", "documents"],
  documents: ["lib"],
  sandbox: ["domain", "lib", "wire"],
  http: ["domain", "lib", "hub", "protocol"],
  app: ["domain", "lib", "protocol", "wire", "hub", "policy", "config", "store", "channels", "agents", "commands", "documents", "sandbox", "http"],
  cli: ["app", "config", "lib"],
};
const rooms = Object.keys(mayImport);

interface Plant {
  readonly rule: string;
  readonly file: string;
  readonly code: string;
}

const plants: readonly Plant[] = [
  ...rooms.map((room) => ({ rule: `room-${room}`, file: `src/${room}/reaches-test.ts`, code: 'import "#test/target";' })),
  { rule: "room-hub", file: "src/hub/reaches-bench.ts", code: 'import "../../bench/target.ts";' },
  { rule: "room-http", file: "src/http/reaches-web.ts", code: 'import "../../web/target.ts";' },
  { rule: "room-policy", file: "src/policy/type-only.ts", code: 'import type { target } from "#store/target"; export type T = typeof target;' },
  { rule: "room-policy", file: "src/policy/lazy.ts", code: 'export const t = () => import("#store/target");' },
  { rule: "room-policy", file: "src/policy/using.ts", code: 'export async function f() { await using t = await import("#store/target"); return t; }' },
  ...["channels", "agents", "commands"].map((room) => ({ rule: `strangers-${room}`, file: `src/${room}/one/a.ts`, code: `import "#${room}/two/b";` })),
  { rule: "kit-is-below", file: "src/channels/kit/a.ts", code: 'import "#channels/two/b";' },
  { rule: "main-only-starts-cli", file: "src/main.ts", code: 'import "#app/target";' },
  { rule: "no-loose-files", file: "src/hub/loose.ts", code: 'import "#loose"; import "#attic/a";' },
  { rule: "page-speaks-protocol", file: "web/a.tsx", code: 'import { target } from "#hub/target"; export const A = () => <p>{target}</p>;' },
  { rule: "page-runs-in-a-browser", file: "web/b.ts", code: 'import "node:fs";' },
  { rule: "page-runs-in-a-browser", file: "src/protocol/b.ts", code: 'import "node:fs";' },
  { rule: "page-runs-in-a-browser", file: "src/markdown/b.ts", code: 'import "node:fs";' },
  { rule: "spawn", file: "src/wire/tmux.ts", code: 'import "node:child_process";' },
  { rule: "spawn", file: "src/store/dump.ts", code: 'import "child_process";' },
  { rule: "sql", file: "src/hub/sql.ts", code: 'import "node:sqlite";' },
  { rule: "domain-is-pure", file: "src/domain/hash.ts", code: 'import "node:crypto";' },
  { rule: "domain-is-pure", file: "src/domain/shape.ts", code: 'import "zod";' },
  { rule: "no-cycles", file: "src/hub/cycle-a.ts", code: 'import { b } from "./cycle-b.ts"; export const a = () => b;' },
  { rule: "no-cycles", file: "src/hub/type-cycle-a.ts", code: 'import type { B } from "./type-cycle-b.ts"; export type A = B | 1;' },
  { rule: "no-cycles-in-domain", file: "src/domain/cycle-a.ts", code: 'import { b } from "./cycle-b.ts"; export const a = () => b;' },
  { rule: "program-packages", file: "src/lib/dev.ts", code: 'import "vitest";' },
  { rule: "resolvable", file: "src/lib/nowhere.ts", code: 'import "#lib/nothing-here";' },
  ...[
    ["pino", "hub"],
    ["yaml", "lib"],
    ["hono", "app"],
    ["@modelcontextprotocol/server", "http"],
    ["marked", "channels/telegram"],
    ["@fastify/busboy", "hub"],
    ["eventsource-parser", "http"],
    ["preact", "http"],
    ["@preact/signals", "http"],
    ["grammy", "channels/discord"],
    ["@discordjs/ws", "channels/telegram"],
    ["@larksuiteoapi/node-sdk", "channels/telegram"],
    ["ws", "http"],
    ["irc-framework", "channels/irc"],
    ["@xterm/headless", "agents/tmux"],
    ["@hyzyla/pdfium", "commands/doc"],
    ["@ai-sdk/anthropic", "agents/delivery"],
    ["@agentclientprotocol/sdk", "agents/tmux"],
    ["pg", "store/sqlite"],
    ["web-push", "hub"],
  ].map(([name = "", room = ""]) => ({ rule: vendorRule(name), file: `src/${room}/uses-${name.replace(/\W/g, "-")}.ts`, code: `import "${name}";` })),
];

// What must stay allowed, so that a rule that forbids everything is noticed too.
const legal: readonly Omit<Plant, "rule">[] = [
  { file: "src/wire/child.ts", code: 'import "node:child_process";' },
  { file: "src/store/sqlite/engine/open.ts", code: 'import "node:sqlite";' },
  { file: "src/config/load.ts", code: 'import "yaml";' },
  { file: "src/lib/log.ts", code: 'import "pino";' },
  { file: "src/http/door/door.ts", code: 'import "hono";' },
  { file: "src/channels/telegram/connect.ts", code: 'import "grammy"; import "#channels/kit/target"; import "./decode.ts";' },
  { file: "src/channels/telegram/decode.ts", code: "export const decode = 1;" },
  { file: "src/domain/type-a.ts", code: 'import type { B } from "./type-b.ts"; export type A = B | 1;' },
  { file: "src/domain/type-b.ts", code: 'import type { A } from "./type-a.ts"; export type B = A[];' },
  { file: "src/hub/some.test.ts", code: 'import "#store/target"; import "#test/target"; import "vitest";' },
  {
    file: "web/view.tsx",
    code: 'import { h } from "preact"; import { target } from "#protocol/target"; import "#markdown/target"; export const V = () => <p>{h}{target}</p>;',
  },
];

const supports: readonly Omit<Plant, "rule">[] = [
  ...rooms.map((room) => ({ file: `src/${room}/target.ts`, code: "export const target = 1;" })),
  ...["test/target.ts", "bench/target.ts", "web/target.ts", "src/loose.ts", "src/attic/a.ts"].map((file) => ({ file, code: "export const target = 1;" })),
  ...["channels", "agents", "commands"].map((room) => ({ file: `src/${room}/two/b.ts`, code: "export const b = 1;" })),
  { file: "src/channels/kit/target.ts", code: "export const target = 1;" },
  { file: "src/hub/cycle-b.ts", code: 'import { a } from "./cycle-a.ts"; export const b = () => a;' },
  { file: "src/hub/type-cycle-b.ts", code: 'import type { A } from "./type-cycle-a.ts"; export type B = A[];' },
  { file: "src/domain/cycle-b.ts", code: 'import { a } from "./cycle-a.ts"; export const b = () => a;' },
];

describe("the boundary check", () => {
  let copy: string;
  let found: z.infer<typeof cruised>;

  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), "parley-planted-"));
    plantPackages(copy);
    for (const { file, code } of [...supports, ...legal, ...plants, ...pairs()]) put(copy, file, code);
    found = await cruise(copy, ["src", "web"]);
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  it.each(plants)("catches $rule in $file", ({ rule, file }) => {
    expect(found.summary.violations.filter((v) => v.from === file).map((v) => v.rule.name)).toContain(rule);
  });

  it("has a planted violation for every rule it knows", () => {
    const { forbidden } = ruleFile.parse(createRequire(import.meta.url)(join(root, ".dependency-cruiser.cjs")));
    expect(forbidden.map((rule) => rule.name).filter((name) => !plants.some((plant) => plant.rule === name))).toEqual([]);
  });

  it.each(legal)("lets $file be", ({ file }) => {
    expect(found.summary.violations.filter((v) => v.from === file)).toEqual([]);
  });

  it("agrees with the table of rooms for every pair", () => {
    const refused = found.summary.violations.flatMap((v) => (v.rule.name.startsWith("room-") && v.from.includes("/pair-") ? [v.from] : []));
    const expected = pairs().flatMap(({ file, allowed }) => (allowed ? [] : [file]));
    expect(new Set(refused)).toEqual(new Set(expected));
  });
});

describe("Parley itself", () => {
  verifies("C-4-3", "keeps every room within the table, and the check has looked at every file", async () => {
    const found = await cruise(root, ["src", "web"]);
    const sources = globSync("src/**/*.ts", { cwd: root }).sort();
    expect(found.summary.violations).toEqual([]);
    expect(sources.length).toBeGreaterThanOrEqual(200);
    expect(
      found.modules
        .map((module) => module.source)
        .filter((source) => source.startsWith("src/"))
        .sort(),
    ).toEqual(sources);
  });
});

function pairs() {
  return rooms.flatMap((from) =>
    rooms
      .filter((to) => to !== from)
      .map((to) => ({ file: `src/${from}/pair-${to}.ts`, code: `import "#${to}/target";`, allowed: mayImport[from]?.includes(to) ?? false })),
  );
}

function vendorRule(name: string): string {
  return `vendor-${name.replace("@", "").split("/")[0] ?? ""}`;
}

function put(folder: string, file: string, code: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `${code}\n`);
}

function plantPackages(folder: string): void {
  const names = [...new Set([...plants, ...legal].flatMap(({ code }) => [...code.matchAll(/(?:import|from) "([@a-z][^":]*)"/g)].map(([, name = ""]) => name)))];
  for (const name of names) {
    put(folder, `node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" }));
    put(folder, `node_modules/${name}/index.js`, "module.exports = {};");
  }
  put(
    folder,
    "package.json",
    JSON.stringify({
      name: "planted",
      type: "module",
      imports: { "#test/*": "./test/*.ts", "#*": { "parley-source": "./src/*.ts", default: "./dist/*.js" } },
      dependencies: Object.fromEntries(names.filter((name) => name !== "vitest").map((name) => [name, "1.0.0"])),
      devDependencies: { vitest: "1.0.0" },
    }),
  );
  symlinkSync(join(root, ".dependency-cruiser.cjs"), join(folder, ".dependency-cruiser.cjs"));
}

async function cruise(folder: string, paths: readonly string[]): Promise<z.infer<typeof cruised>> {
  const there = paths.filter((path) => globSync(path, { cwd: folder }).length > 0);
  const bin = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const args = [relative(folder, bin), "--config", ".dependency-cruiser.cjs", "--output-type", "json", ...there];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 64_000_000 }, (_error, stdout) => resolve(stdout));
  });
  return cruised.parse(JSON.parse(output));
}
