import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionConfig } from "#config/config";
import { attach } from "./attach.ts";
import { checkClis, missingPrograms } from "./cli-programs.ts";
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
  startCommand: undefined,
  runAs: undefined,
  env: {},
  timeoutMs: undefined,
  settings: {},
  secrets: {},
};
const config = (sessions: readonly SessionConfig[]) => ({ sessions, cliAdapters: {}, workspace: dir });

describe("programs that sessions need", () => {
  it("are startup warnings when they are missing, and nothing when no session needs them", async () => {
    expect((await missingPrograms(config([session]), { PATH: dir })).map(({ what }) => what)).toEqual(["tmux", "claude"]);
    expect(await missingPrograms(config([]), { PATH: dir })).toEqual([]);
    program("tmux", "tmux 3.3a");
    program("claude", "2.1.325 (Claude Code)");
    expect(await missingPrograms(config([session]), { PATH: dir })).toEqual([]);
  });

  it("are told by doctor: found or not, which version, tried or not", async () => {
    const found = async (sessions: readonly SessionConfig[]) => (await checkClis(config(sessions), { PATH: dir })).map(({ what, state }) => [what, state]);
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
    expect(await found([session])).toEqual([
      ["tmux", "ok"],
      ["claude", "ok"],
    ]);
    program("claude", "9.9.9 (Claude Code)");
    const [, claude] = await checkClis(config([session]), { PATH: dir });
    expect(claude).toMatchObject({ state: "warning", says: expect.stringContaining("9.9.9") as unknown });
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
