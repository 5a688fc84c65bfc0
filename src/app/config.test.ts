import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { explain, explainLines } from "#config/explain";
import { loadConfig, type LoadedConfig, type Rejected } from "#config/load";
import { formatPath, valueAt, type KeyPath } from "#config/problem";
import { composeSchema } from "#config/schema";
import { bare, shapeOf } from "#config/schema-walk";
import { createLog } from "#lib/log";
import { Secret } from "#lib/redact/secret";
import { systemClock } from "#lib/time/clock";
import { verifies } from "#test/verifies";
import { parse } from "yaml";
import { adapters, channelsOf, driverOf, kindOf, type ChannelParts } from "./catalog.ts";

const seed = fileURLToPath(new URL("../../test/fixtures/seed-002-9-1.yaml", import.meta.url));
const example = fileURLToPath(new URL("../../parley.example.yaml", import.meta.url));
const chatKeys = { FEISHU_APP_ID: "cli_feishu", FEISHU_APP_SECRET: "s3cret-feishu", DISCORD_TOKEN: "s3cret-discord" };

let dir = "";

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-config-"));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

function load(file: string, env: Readonly<Record<string, string>> = {}): LoadedConfig | Rejected {
  return loadConfig({ home: join(dir, "home"), file, allowEveryone: false, environment: { env, userHome: "/home/mia", cwd: dir }, adapters });
}

function loaded(file: string, env: Readonly<Record<string, string>> = {}): LoadedConfig {
  const result = load(file, env);
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return result;
}

describe("the seed's own file", () => {
  verifies("C-9.1-24", "loads as it is printed, and means what it says", () => {
    const { config } = loaded(seed, chatKeys);
    expect(config.sessions).toMatchObject([
      { name: "project-a", cliType: "claude", kind: "tmux", workDir: "/home/user/project-a", autoStart: true },
      { name: "backend-test", cliType: "gemini", kind: "tmux", workDir: "/home/user/tests", autoStart: false },
    ]);
    expect(config.watchdog).toEqual({ enabled: true, checkIntervalsMs: [1_000, 2_000, 5_000], timeoutMs: 300_000 });
    expect(config.hookPort).toBe(8080);
    expect(config.channels.map(({ id }) => id).toSorted()).toEqual(["discord", "feishu"]);
    expect(config.logging).toEqual({ level: "info", file: "/var/log/clibot/app.log" });
  });

  verifies(["C-9.1-2", "C-9.1-12"], "gives its command prefix and the session of a chat that chose none", () => {
    const { config } = loaded(seed, chatKeys);
    expect(config.commandPrefix).toBe("!!");
    expect(config.defaultSession).toBe("project-a");
  });

  verifies(["C-9.1-3", "C-9.1-4", "C-9.1-5"], "makes people of its lists: ids in numbers and strings, an admin without being listed twice", () => {
    const { config } = loaded(seed, chatKeys);
    expect(config.allowEveryone).toBe(false);
    expect(config.people).toEqual([
      { name: "telegram:123456789", role: "admin", accounts: ["telegram:123456789"] },
      { name: "telegram:987654321", role: "member", accounts: ["telegram:987654321"] },
      { name: "discord:123456789012345678", role: "member", accounts: ["discord:123456789012345678"] },
      { name: "feishu:ou_xxx", role: "member", accounts: ["feishu:ou_xxx"] },
    ]);
  });

  verifies("C-9.2-1", "takes its secrets from the environment, as objects that do not print", () => {
    const { config } = loaded(seed, chatKeys);
    const feishu = config.channels.find(({ id }) => id === "feishu")?.settings;
    expect(feishu?.["app_id"]).toBe("cli_feishu");
    const secret = feishu?.["app_secret"];
    expect(secret instanceof Secret && secret.reveal()).toBe("s3cret-feishu");
    expect(JSON.stringify(config)).not.toContain("s3cret");
  });

  it("names every variable that is not set, of the parts that are enabled and no others", () => {
    const result = load(seed, { DISCORD_TOKEN: "" });
    expect(result).toMatchObject({ ok: false });
    const text = (result as Rejected).problems.join("\n");
    for (const name of ["FEISHU_APP_ID", "FEISHU_APP_SECRET", "DISCORD_TOKEN"]) expect(text).toContain(name);
    expect(text).not.toContain("TELEGRAM_TOKEN");
    expect((result as Rejected).problems).toHaveLength(3);
    expect(text).toContain("seed-002-9-1.yaml:59:5: bots.feishu.app_id: ");
  });

  verifies("C-9.1-25", "begins paths with ~ at the home directory", () => {
    const { config } = loaded(seed, chatKeys);
    expect(config.cliAdapters).toMatchObject({
      claude: { history_dir: "/home/mia/.claude/conversations" },
      gemini: { history_db: "/home/mia/.gemini/history.sqlite" },
      opencode: { history_file: "/home/mia/.opencode/sessions.log" },
    });
  });

  it("is told in red lines what this version and this machine cannot give", () => {
    const { redLines, warnings } = loaded(seed, chatKeys);
    const said = redLines.map(({ what }) => what);
    for (const what of ["sessions.project-a.work_dir", "sessions.backend-test.work_dir"]) expect(said).toContain(what);
    for (const what of ["bots.telegram", "bots.discord", "bots.feishu", "sessions.backend-test"]) expect(said).not.toContain(what);
    for (const line of redLines) expect([line.why.length > 10, line.mend.length > 10]).toEqual([true, true]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("cli_adapters.claude.interactive.patterns[0]");
  });

  it("has no key that is taken and not explained", () => {
    const explained = explain(loaded(seed, chatKeys)).keys;
    const unexplained = leaves(parse(readFileSync(seed, "utf8")))
      .map(formatPath)
      .filter((path) => {
        const found = explained.find(({ key }) => path === key || path.startsWith(`${key}[`));
        const isOff = path === "bots.telegram.token";
        return found === undefined || found.does.length < 10 || !(isOff ? /^not set$/ : /^(file, line \d+|environment [A-Z_]+)$/).test(found.from);
      });
    expect(unexplained).toEqual([]);
    expect(explained.length).toBeGreaterThan(80);
  });
});

describe("the example file", () => {
  verifies("C-4-2", "loads as it ships, without any environment and without a red line", () => {
    const { config, redLines, warnings } = loaded(example);
    expect(config.sessions.map(({ name, kind }) => [name, kind])).toEqual([["demo", "scripted"]]);
    expect(config.defaultSession).toBe("demo");
    expect(redLines).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it("changes nothing where a key is shown with its default", () => {
    writeFileSync(join(dir, "bare.yaml"), "sessions: [{ name: demo, cli_type: scripted }]\ndefault_session: demo\n");
    const plain = loaded(join(dir, "bare.yaml")).config;
    expect({ ...loaded(example).config, file: plain.file, workspace: plain.workspace, sessions: [], codeDelivery: {} }).toEqual({
      ...plain,
      sessions: [],
      codeDelivery: {},
    });
  });

  it("loads with every example in it in force, and shows every key that there is", () => {
    const text = readFileSync(example, "utf8").replaceAll(/^(\s*)#(?=[^\s#])/gm, "$1");
    const file = join(dir, "parley.yaml");
    writeFileSync(file, text);
    expect(load(file, {})).toMatchObject({ ok: false });
    const env = Object.fromEntries([...text.matchAll(/\$\{(\w+)\}/g)].map((match) => [match[1] ?? "", "value"]));
    expect(loaded(file, env).ok).toBe(true);
    const tree: unknown = parse(text);
    const missing = schemaKeys(composeSchema(adapters)).filter((path) => !isShown(tree, path));
    expect(missing.map(formatPath)).toEqual([]);
  });
});

describe("parley config", () => {
  it("shows values, where they are from and what they do, and no secret", () => {
    const explanation = explain(loaded(seed, chatKeys));
    const key = (name: string) => explanation.keys.find((entry) => entry.key === name);
    expect(key("bots.discord.token")).toEqual({
      key: "bots.discord.token",
      value: "[secret]",
      from: "environment DISCORD_TOKEN",
      does: "The bot's token; write it as ${DISCORD_TOKEN}.",
    });
    expect(key("watchdog.timeout")).toMatchObject({ value: "5m", from: "file, line 37" });
    expect(key("questions.expires")).toMatchObject({ value: "10m", from: "default" });
    expect(key("server.public_url")).toMatchObject({ value: null, from: "not set" });
    const printed = explainLines(explanation).join("\n") + JSON.stringify(explanation);
    expect(printed).not.toContain("s3cret");
    expect(printed).toContain("telegram:123456789 (admin)");
  });

  it("says so when there is no file", () => {
    const result = loadConfig({ home: join(dir, "home"), allowEveryone: false, environment: { env: {}, userHome: "/home/mia", cwd: dir }, adapters });
    expect(result).toMatchObject({
      ok: true,
      config: { file: undefined, defaultSession: "demo", workspace: join(dir, "home/workspace"), sessions: [{ name: "demo", kind: "scripted" }] },
      redLines: [],
      warnings: [],
    });
    expect(explainLines(explain(result as LoadedConfig))[0]).toContain("embedded defaults");
  });
});

describe("the workspace of a hub without a file", () => {
  const workspaceIn = (cwd: string, home: string): unknown => {
    const loaded = loadConfig({ home, allowEveryone: false, environment: { env: {}, userHome: "/home/mia", cwd }, adapters });
    return loaded.ok ? [loaded.config.workspace, loaded.redLines] : loaded.problems;
  };

  it("is where it was started, or a folder of its home where that is the home, above it, or the program's own", () => {
    const home = join(dir, "state");
    expect(workspaceIn(join(dir, "elsewhere"), home)).toEqual([join(dir, "elsewhere"), []]);
    for (const cwd of [dir, home, process.cwd(), "/"]) expect([cwd, workspaceIn(cwd, home)]).toEqual([cwd, [join(home, "workspace"), []]]);
    symlinkSync(dir, join(dir, "round"));
    expect(workspaceIn(join(dir, "round"), home)).toEqual([join(home, "workspace"), []]);
  });
});

describe("the catalog", () => {
  it("finds a kind for every cli_type that it can drive and refuses other words, naming the ones there are", () => {
    expect(kindOf("scripted")).toBe("scripted");
    expect(kindOf("claude")).toBe("tmux");
    expect(kindOf("acp")).toBe("acp");
    expect(kindOf("builtin")).toBe("builtin");
    for (const word of ["nobody", "toString"])
      expect(() => kindOf(word)).toThrow(
        `The CLI ${word} is not available here. Available: claude, gemini, opencode, codex, copilot, qwen, acp, builtin, scripted.`,
      );
  });

  it("loads the drivers that are built and refuses the others", async () => {
    const parts = {
      log: createLog({ level: "error", file: join(dir, "test.log"), fallbackDir: dir, clock: systemClock, stderr: () => {} }),
      config: loaded(seed, chatKeys).config,
      userHome: "/home/ann",
      environment: {},
      drawScreen: async () => ({ name: "screen.png", mime: "image/png", description: "", content: { bytes: new Uint8Array() } }),
      engineEnvironment: {},
      clock: { now: () => 0, monotonic: () => 0, after: () => () => undefined },
      newId: () => "trn_1" as never,
      readScript: () => Promise.resolve(""),
    };
    expect((await driverOf("scripted", parts)).kind).toBe("scripted");
    expect((await driverOf("tmux", parts)).kind).toBe("tmux");
    expect((await driverOf("acp", parts)).kind).toBe("acp");
    await expect(driverOf("joins", parts)).rejects.toMatchObject({ code: "NotSupported" });
  });

  const channelParts: ChannelParts = {
    clock: systemClock,
    language: "en",
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, child: () => channelParts.log },
  };

  it("loads the channels that are enabled, each with the room that it is bound to from the start", async () => {
    const channels = await channelsOf(loaded(seed, chatKeys).config, channelParts);
    for (const { channel } of channels) await channel[Symbol.asyncDispose]();
    expect(channels.map(({ platform }) => platform).toSorted()).toEqual(["discord", "feishu"]);
    expect(channels.find(({ platform }) => platform === "discord")).toMatchObject({ defaultRoom: "123456789" });
  });

  verifies("C-9.1-13", "loads a channel that is built once for each bot that is enabled, under an id of its own", async () => {
    const file = join(dir, "parley.yaml");
    writeFileSync(file, "bots: { telegram: { home: { token: '${A}' }, work: { token: '${B}' }, old: { enabled: false, token: '${C}' } } }");
    const channels = await channelsOf(loaded(file, { A: "1:a", B: "2:b" }).config, channelParts);
    await using _first = channels[0]?.channel ?? null;
    await using _second = channels[1]?.channel ?? null;
    expect(channels.map(({ platform, channel }) => [platform, channel.id])).toEqual([
      ["telegram", "telegram-home"],
      ["telegram", "telegram-work"],
    ]);
  });
});

/** Every key of the schema; one entry stands for a list's or a record's. */
function schemaKeys(schema: z.core.$ZodType, path: KeyPath = []): readonly KeyPath[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject) return shapeOf(inner).flatMap(([key, below]) => schemaKeys(below, [...path, key]));
  if (inner instanceof z.ZodArray && bare(inner.element) instanceof z.ZodObject) return schemaKeys(inner.element, [...path, "*"]);
  return [path];
}

/** The other CLIs take the keys that are shown for claude. */
function isShown(tree: unknown, path: KeyPath): boolean {
  if (path[0] === "cli_adapters" && path[1] !== "claude") return valueAt(tree, path.slice(0, 2)) !== undefined;
  const star = path.indexOf("*");
  if (star === -1) return valueAt(tree, path) !== undefined;
  const list = valueAt(tree, path.slice(0, star));
  return Array.isArray(list) && list.some((item) => isShown(item, path.slice(star + 1)));
}

function leaves(tree: unknown, path: KeyPath = []): readonly KeyPath[] {
  if (Array.isArray(tree)) return tree.flatMap((item, i) => leaves(item, [...path, i]));
  if (typeof tree === "object" && tree !== null) return Object.entries(tree).flatMap(([key, item]) => leaves(item, [...path, key]));
  return [path];
}
