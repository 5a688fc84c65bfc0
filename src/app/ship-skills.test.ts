import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { tokenize } from "#commands/kit/tokenize";
import { parseSkill } from "#commands/skill/front-matter";
import type { CommandContext } from "#domain/command";
import { systemClock } from "#lib/time/clock";
import type { Log } from "#lib/log";
import { parseDotenv } from "#lib/fs/dotenv";
import { verifies } from "#test/verifies";
import { openIrc } from "#wire/irc/open-irc";
import { checkSecrets } from "./checks.ts";
import { readYaml, terminalCommands } from "./commands.ts";
import { shippedSkills, shipSkills } from "./ship-skills.ts";
import { say } from "#lib/words/words";
import { checkTexts } from "./texts.ts";

const world = { clock: systemClock, openIrc };
let base = "";
let root = "";
let logged: string[] = [];
const write = (_about: object, what: string): void => void logged.push(what);
const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "parley-ship-"));
  root = join(base, "workspace");
  mkdirSync(root);
  logged = [];
});
afterEach(() => rmSync(base, { recursive: true }));

const inSkills = (...parts: string[]): string => join(root, ".agents/skills", ...parts);
const names = ["doc", "hello-world", "irc-cli"];
const textOf = (name: string): string => readFileSync(join(shippedSkills, name, "SKILL.md"), "utf8");
const call = z.strictObject({ command: z.string(), stdin: z.string().optional() });
/** The calls that a skill shows, as an agent would make them. */
const callsIn = (text: string): z.infer<typeof call>[] => [...text.matchAll(/^terminal_exec (.*)$/gm)].map(([, args]) => call.parse(JSON.parse(args ?? "")));

describe("the skills that come with Parley", () => {
  it("are put into a workspace that lacks them, and never over one that is there", async () => {
    mkdirSync(inSkills("doc"), { recursive: true });
    await shipSkills(shippedSkills, root, log);
    expect(readdirSync(inSkills()).toSorted()).toEqual(names);
    expect(readdirSync(inSkills("doc"))).toEqual([]);
    expect(readFileSync(inSkills("irc-cli/SKILL.md"), "utf8")).toBe(textOf("irc-cli"));
    writeFileSync(inSkills("irc-cli/SKILL.md"), "mine");
    await shipSkills(shippedSkills, root, log);
    expect(readFileSync(inSkills("irc-cli/SKILL.md"), "utf8")).toBe("mine");
    expect(logged).toEqual(["a skill was put into the workspace", "a skill was put into the workspace"]);
  });

  it("never stop the hub from starting, and are never put anywhere else", async () => {
    symlinkSync(base, join(root, ".agents"));
    await shipSkills(shippedSkills, root, log);
    await shipSkills(join(base, "nowhere"), root, log);
    await shipSkills(shippedSkills, join(base, "no-workspace"), log);
    expect(readdirSync(base)).toEqual(["workspace"]);
    expect(logged.filter((line) => line.includes("could not"))).toHaveLength(6);
  });

  it("are made whole after a kill in the middle", async () => {
    mkdirSync(inSkills(".irc-cli.part/secrets"), { recursive: true });
    writeFileSync(inSkills(".irc-cli.part/SKILL.md"), "half");
    await shipSkills(shippedSkills, root, log);
    expect(readdirSync(inSkills()).toSorted()).toEqual(names);
    expect(readFileSync(inSkills("irc-cli/SKILL.md"), "utf8")).toBe(textOf("irc-cli"));
  });

  it("keep to the format of Agent Skills", () => {
    expect(readdirSync(shippedSkills).toSorted()).toEqual(names);
    for (const name of names) expect(parseSkill(textOf(name), name, readYaml, "en")).toMatchObject({ ok: true, head: { name } });
  });

  it("show calls that the terminal understands", () => {
    const lines = names.flatMap((name) => callsIn(textOf(name)));
    expect(lines.length).toBeGreaterThan(12);
    const registry = terminalCommands(world);
    const known = lines.flatMap(({ command }) => {
      const found = registry.find(tokenize(command, "en"));
      return found === undefined ? [] : [found.command.parse(found.argv, { language: "en", prefix: "" })];
    });
    expect(known.length).toBeGreaterThan(8);
    const heads = lines.map(({ command }) => /^[a-z]+(?: [a-z-]+)?/.exec(command)?.[0].replace(/ -.*$/, ""));
    const seeds = ["irc status", "irc send", "irc pull", "irc history", "irc connect", "irc disconnect", "doc info", "doc extract", "doc ocr", "table to-csv"];
    expect(new Set(heads)).toEqual(new Set(["hello", ...seeds]));
  });

  verifies("REQ-0011-021", "include hello-world, whose line runs as it stands there", async () => {
    const [line, ...more] = callsIn(textOf("hello-world"));
    expect(more).toEqual([]);
    const found = terminalCommands(world).find(tokenize(line?.command ?? "", "en"));
    const { text } = await found!.command.run(found!.command.parse(found!.argv, { language: "en", prefix: "" }), {} as CommandContext);
    expect(text).toContain("lemonhall");
  });

  verifies("IRC-ENV-9", "keep real secrets out of git, here and in the workspace, and show beside them how to write them", async () => {
    await shipSkills(shippedSkills, root, log);
    const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" });
    git("init", "-q");
    writeFileSync(inSkills("irc-cli/secrets/.env"), "IRC_SERVER_PASSWORD=hunter2");
    git("add", "-A");
    const staged = git("ls-files").split("\n");
    expect(staged).toContain(".agents/skills/irc-cli/secrets/env.example");
    expect(staged.filter((path) => path.endsWith(".env"))).toEqual([]);
    expect(statSync(inSkills("irc-cli/secrets")).mode & 0o777).toBe(0o700);
    const example = parseDotenv(readFileSync(inSkills("irc-cli/secrets/env.example"), "utf8"));
    expect(example.ok && Object.fromEntries(example.values)).toMatchObject({ IRC_CHANNEL: "#example", IRC_TLS: "1", IRC_NICKSERV_PASSWORD: "" });

    // The clone's own rules, for a hub that runs in it.
    rmSync(join(root, ".git"), { recursive: true });
    rmSync(inSkills("irc-cli/secrets/.gitignore"));
    cpSync(join(shippedSkills, "../.gitignore"), join(root, ".gitignore"));
    mkdirSync(join(root, "skills/x/secrets"), { recursive: true });
    for (const file of [".env", "env.example"]) writeFileSync(join(root, "skills/x/secrets", file), "A=1");
    git("init", "-q");
    git("add", "-A");
    expect(git("ls-files").trim().split("\n")).toEqual([".gitignore", "skills/x/secrets/env.example"]);
  });

  verifies("IRC-ENV-9", "have a line in doctor when others can read their secrets", async () => {
    await shipSkills(shippedSkills, root, log);
    expect(await checkSecrets(root, "en")).toEqual([]);
    const path = inSkills("irc-cli/secrets/.env");
    writeFileSync(path, "A=1", { mode: 0o644 });
    expect(await checkSecrets(root, "en")).toEqual([
      { what: "secrets", state: "warning", says: say("en", checkTexts.readableByOthers, { path }), mend: `chmod 600 ${path}` },
    ]);
    chmodSync(path, 0o600);
    expect(await checkSecrets(root, "en")).toEqual([]);
    expect(existsSync(path)).toBe(true);
  });
});
