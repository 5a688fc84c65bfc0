import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitWorktrees } from "./git-worktrees.ts";

const env = { PATH: process.env["PATH"] ?? "", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-worktrees-"));
  execFileSync("git", ["init", "--quiet", join(dir, "repo")], { env });
  commit(join(dir, "repo"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function git(at: string, ...argv: readonly string[]): void {
  execFileSync("git", ["-C", at, "-c", "user.name=Ann", "-c", "user.email=ann@example.org", ...argv], { env });
}

function commit(at: string): void {
  git(at, "commit", "--quiet", "--allow-empty", "-m", "A change");
}

describe("the worktree of a session that has ended", () => {
  const after: Readonly<Record<string, { readonly work: (at: string) => void; readonly isKept: boolean }>> = {
    "removed where nothing was done": { work: () => {}, isKept: false },
    "removed where everything is on its branch": { work: commit, isKept: false },
    "kept with changes that are not committed": { work: (at) => writeFileSync(join(at, "new.txt"), "new"), isKept: true },
    "kept with commits that are on no branch": {
      work: (at) => {
        git(at, "checkout", "--quiet", "--detach");
        commit(at);
      },
      isKept: true,
    },
  };
  for (const [name, { work, isKept }] of Object.entries(after))
    it(`is ${name}`, async () => {
      const worktrees = gitWorktrees(join(dir, "trees"), env);
      const at = await worktrees.add("work", join(dir, "repo"));
      work(at);
      expect(await worktrees.remove("work")).toEqual(isKept ? { keptAt: join(dir, "trees", "work") } : {});
      expect(existsSync(at)).toBe(isKept);
    });
});
