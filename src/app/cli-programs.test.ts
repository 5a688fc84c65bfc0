import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, constants, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionConfig } from "#config/config";
import { Secret } from "#lib/redact/secret";
import { verifies } from "#test/verifies";
import { attach } from "./attach.ts";
import { checkClis, clisHere, missingPrograms } from "./cli-programs.ts";
import { CliVersions } from "./cli-versions.ts";
import { unusedHistory } from "./history-places.ts";
import { tmuxSocket } from "./own-programs.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-programs-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function program(name: string, says: string): void {
  writeFileSync(join(dir, name), `#!/bin/sh\necho "${says}"\n`);
  chmodSync(join(dir, name), 0o755);
}

const session: SessionConfig = {
  name: "a",
  cliType: "claude",
  kind: "tmux",
  workDir: "/",
  autoStart: true,
  worktree: false,
  threadOf: undefined,
  startCommand: undefined,
  runAs: undefined,
  env: {},
  timeoutMs: undefined,
  settings: {},
  secrets: {},
};
const config = (sessions: readonly SessionConfig[]) => ({ sessions, cliAdapters: {}, workspace: dir, model: undefined });

describe("programs that sessions need", () => {
  it("are startup warnings when they are missing, and nothing when no session needs them", async () => {
    expect((await missingPrograms(config([session]), { PATH: dir })).map(({ what }) => what)).toEqual(["tmux", "claude"]);
    expect(await missingPrograms(config([]), { PATH: dir })).toEqual([]);
    program("tmux", "tmux 3.3a");
    program("claude", "2.1.325 (Claude Code)");
    expect(await missingPrograms(config([session]), { PATH: dir })).toEqual([]);
  });

  it("are told by doctor: found or not, which version, tried or not, logged in or not", async () => {
    const check = async (sessions: readonly SessionConfig[]) =>
      (await checkClis(config(sessions), { PATH: dir, HOME: dir })).filter(({ what }) => what === "tmux" || what === "claude");
    const found = async (sessions: readonly SessionConfig[]) => (await check(sessions)).map(({ what, state }) => [what, state]);
    expect(await found([session])).toEqual([
      ["tmux", "error"],
      ["claude", "error"],
    ]);
    expect(await found([])).toEqual([
      ["tmux", "warning"],
      ["claude", "warning"],
    ]);
    program("tmux", "tmux 3.3a");
    program("claude", "2.1.325 (Claude Code)");
    expect((await check([session]))[1]).toMatchObject({ state: "warning", says: expect.stringMatching(/2\.1\.325 \(tested\) .*, no login found$/) as unknown });
    const keyed = { ...session, env: { ANTHROPIC_API_KEY: new Secret("x") } };
    expect(await found([keyed])).toEqual([
      ["tmux", "ok"],
      ["claude", "ok"],
    ]);
    mkdirSync(join(dir, ".claude"));
    writeFileSync(join(dir, ".claude", ".credentials.json"), "{}");
    expect((await check([session]))[1]?.state).toBe("ok");
    program("claude", "9.9.9 (Claude Code)");
    const newer = (await check([session]))[1];
    expect(newer).toMatchObject({ state: "warning", says: expect.stringMatching(/9\.9\.9 \(tests ran with .*, login found$/) as unknown });
    rmSync(join(dir, ".claude"), { recursive: true });
    expect((await check([session]))[1]?.mend.split(". ")).toHaveLength(2);
  });
});

describe("places of a CLI's record", () => {
  verifies("C-9.1-17", "are startup warnings when nothing can be read there, and say which place is used", async () => {
    writeFileSync(join(dir, "history.sqlite"), "SQLite format 3\0 and more");
    writeFileSync(join(dir, "mine.jsonl"), "{}\n");
    const cliAdapters = {
      claude: { history_dir: join(dir, "gone"), history_file: join(dir, "mine.jsonl") },
      gemini: { history_db: join(dir, "history.sqlite") },
      opencode: { history_dir: dir },
      codex: { history_file: join(dir, "pipe") },
    };
    execFileSync("mkfifo", [join(dir, "pipe")]);
    const lines = await unusedHistory({ ...config([session]), home: dir, cliAdapters }, { HOME: "/home/mia" });
    expect(lines.map(({ what }) => what)).toEqual(
      expect.arrayContaining(["cli_adapters.claude.history_dir", "cli_adapters.gemini.history_db", "cli_adapters.codex.history_file"]),
    );
    expect(lines.map(({ mend }) => mend)).toEqual(
      expect.arrayContaining([expect.stringContaining("/home/mia/.claude/projects/-"), expect.stringContaining("/home/mia/.gemini/tmp")]),
    );
    expect(lines).toHaveLength(3);
  });
});

describe("what a new session could run", () => {
  it("is told at once, the versions when the programs have answered, and each is asked once and two at a time", async () => {
    const gate = join(dir, "gate");
    const asked = join(dir, "asked");
    execFileSync("mkfifo", [gate]);
    const names = ["claude", "codex", "opencode", "copilot"];
    for (const name of names) {
      writeFileSync(join(dir, name), `#!/bin/sh\necho ${name} >> ${asked}\nread answer < ${gate}\necho 1.2.3\n`);
      chmodSync(join(dir, name), 0o755);
    }
    const versions = new CliVersions();
    const environment = { PATH: `${dir}:/usr/bin:/bin`, HOME: dir };
    const here = async () => clisHere(config([]), environment, ["scripted"], versions);
    const first = await here();
    expect(first.is_asking).toBe(true);
    for (const name of [...names, "scripted"]) expect(first.clis.find(({ cli_type }) => cli_type === name)?.state).toBe("ok");
    const running = (): readonly string[] => (existsSync(asked) ? readFileSync(asked, "utf8").trim().split("\n") : []);
    await vi.waitFor(() => expect(running()).toHaveLength(2));
    expect((await here()).is_asking).toBe(true);
    expect(running()).toHaveLength(2);
    const opened = openSync(gate, constants.O_RDWR);
    for (const _ of names) writeSync(opened, "go\n");
    await vi.waitFor(async () => expect((await here()).is_asking).toBe(false), 10_000);
    closeSync(opened);
    expect(running().toSorted()).toEqual(names.toSorted());
    expect((await here()).clis.find(({ cli_type }) => cli_type === "claude")?.says).toContain("1.2.3");
    program("claude", "9.9.9 (Claude Code)");
    expect((await here()).is_asking).toBe(true);
    await vi.waitFor(async () => expect((await here()).clis.find(({ cli_type }) => cli_type === "claude")?.says).toContain("9.9.9"), 10_000);
  });
});

describe("attaching to a session", () => {
  it("refuses without tmux, and for a session that has no terminal", async () => {
    const env = { PATH: process.env["PATH"] ?? "" };
    await expect(attach(dir, "work", { env: { PATH: dir }, userHome: dir })).rejects.toMatchObject({ code: "NotSupported" });
    await expect(attach(dir, "work", { env, userHome: dir })).rejects.toMatchObject({ code: "NoSuchSession" });
  });

  it("has a socket of its own for every home but the usual one", () => {
    expect(tmuxSocket("/home/ann/.parley", "/home/ann")).toBe("parley");
    expect(tmuxSocket("/srv/a", "/home/ann")).not.toBe(tmuxSocket("/srv/b", "/home/ann"));
  });
});
