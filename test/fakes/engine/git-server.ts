import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const identity = { GIT_AUTHOR_NAME: "Test", GIT_AUTHOR_EMAIL: "t@localhost", GIT_COMMITTER_NAME: "Test", GIT_COMMITTER_EMAIL: "t@localhost" };

export interface GitServer extends AsyncDisposable {
  readonly url: string;
  /** Commits, oldest first; the tag v1 names the first. */
  readonly commits: readonly string[];
}

/** A repository with two commits, served by git itself on an address that containers reach. */
export async function startGitServer(host: string): Promise<GitServer> {
  const dir = mkdtempSync(join(tmpdir(), "parley-git-"));
  const repo = join(dir, "app");
  mkdirSync(repo);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", repo, ...args], { encoding: "utf8", env: { PATH: process.env["PATH"] ?? "", HOME: dir, ...identity } }).trim();
  git("init", "-q", "-b", "main");
  writeFileSync(join(repo, "app.sh"), "echo version one\n");
  writeFileSync(join(repo, "README.md"), "# App\n\nRun `bash app.sh`.\n");
  git("add", "-A");
  git("commit", "-q", "-m", "one");
  git("tag", "v1");
  const first = git("rev-parse", "HEAD");
  writeFileSync(join(repo, "app.sh"), "echo version two\n");
  git("commit", "-q", "-am", "two");
  const port = await freePort(host);
  const daemon = spawn("git", ["daemon", "--reuseaddr", "--export-all", `--base-path=${dir}`, `--listen=${host}`, `--port=${port}`, dir], { stdio: "ignore" });
  const url = `git://${host}:${port}/app`;
  for (;;) {
    try {
      execFileSync("git", ["ls-remote", url], { stdio: "ignore", env: { PATH: process.env["PATH"] ?? "", HOME: dir } });
      break;
    } catch (cause) {
      if (daemon.exitCode !== null) throw cause;
    }
  }
  return {
    url,
    commits: [first, git("rev-parse", "HEAD")],
    [Symbol.asyncDispose]: async () => {
      const ended = once(daemon, "close");
      daemon.kill();
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
