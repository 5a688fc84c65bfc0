import { execFileSync } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Processes, ProcessSpec } from "#domain/processes";
import { systemClock } from "#lib/time/clock";
import { verifies } from "#test/verifies";
import { createProcesses } from "./child.ts";
import { remaining } from "./end-all.ts";
import { procEntry } from "./proc.ts";

// Real processes throughout: what a kernel does with groups, pipes and limits is the point.

const processes: Processes = createProcesses(systemClock);
let dir = "";
let count = 0;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "parley-child-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

function spec(argv: readonly [string, ...string[]], more: Partial<ProcessSpec> = {}): ProcessSpec {
  const mark = `TEST_MARK=${process.pid}-${count++}`;
  return {
    argv,
    cwd: dir,
    env: { PATH: "/usr/bin:/bin", TEST_MARK: mark.slice(10) },
    limits: {},
    outputBytes: 4_096,
    mark,
    pipe: join(dir, "output"),
    ...more,
  };
}

const sh = (script: string, more: Partial<ProcessSpec> = {}): ProcessSpec => spec(["sh", "-c", script], more);

/** Waits for words of the process itself; the pipe is read as it comes. */
async function said(process: { output(): string }, words: string): Promise<void> {
  await expect.poll(() => process.output(), { timeout: 10_000, interval: 10 }).toContain(words);
}

describe("a process", () => {
  it("gets exactly the environment that is listed, no input, and the arguments as they are", async () => {
    const hostile = ["$(touch /tmp/never)", "a b", "", "--flag", "line\nbreak", "`id`", '"quoted"', "; rm -rf x", "*"];
    const started = await processes.start(
      spec(["node", "-e", "console.log(JSON.stringify([process.env, process.argv.slice(1), require('fs').readFileSync(0, 'utf8')]))", "--", ...hostile], {
        env: { PATH: join(process.cwd(), "node_modules/.bin"), ONLY: "this" },
      }),
    );
    expect(await started.ended).toEqual({ exitCode: 0 });
    await started.end(1_000);
    const [env, argv, stdin] = JSON.parse(started.output()) as [Record<string, string>, string[], string];
    expect(env).toEqual({ PATH: join(process.cwd(), "node_modules/.bin"), ONLY: "this" });
    expect(argv).toEqual(hostile);
    expect(stdin).toBe("");
  });

  it("tells its exit code, and both of its outputs in one", async () => {
    const started = await processes.start(sh("echo out; echo err >&2; exit 7"));
    expect(await started.ended).toEqual({ exitCode: 7 });
    await started.end(1_000);
    expect(started.output().split("\n").toSorted()).toEqual(["", "err", "out"]);
  });

  it("that exits at once still has a begin", async () => {
    const started = await processes.start(spec(["true"]));
    expect(started.began).toMatch(/^[0-9a-f]{8}-\d+$/);
    expect(await started.ended).toEqual({ exitCode: 0 });
  });

  it("that ends by a signal tells which", async () => {
    const started = await processes.start(sh("kill -USR1 $$"));
    expect(await started.ended).toEqual({ signal: "SIGUSR1" });
  });

  verifies("FR-4-4", "that prints 100 MB is read to its end, and only the newest bytes are kept", async () => {
    const started = await processes.start(sh("yes '0123456789012345678901234567890123456789' | head -c 104857600; echo; echo the end"));
    expect(await started.ended).toEqual({ exitCode: 0 });
    await started.end(1_000);
    expect(started.output().length).toBeLessThanOrEqual(4_096);
    expect(started.output()).toMatch(/the end\n$/);
  });

  it("that is missing, or may not be run, is rejected with a way to fix it", async () => {
    await writeFile(join(dir, "plain.sh"), "#!/bin/sh\n");
    await expect(processes.start(spec(["no-such-command-anywhere"]))).rejects.toThrow("The command no-such-command-anywhere was not found in PATH.");
    await expect(processes.start(spec(["./plain.sh"]))).rejects.toThrow("chmod +x");
    await expect(processes.start(spec(["./missing.sh"]))).rejects.toThrow("does not exist");
    await expect(processes.start(spec(["./"]))).rejects.toThrow("is not a file");
    await expect(processes.start(spec(["true"], { cwd: join(dir, "gone") }))).rejects.toThrow("could not be started");
  });

  it("is not looked for in the working directory, where agents write", async () => {
    await writeFile(join(dir, "mine"), "#!/bin/sh\necho hijacked\n", { mode: 0o755 });
    await expect(processes.start(spec(["mine"], { env: { PATH: ".::/usr/bin" } }))).rejects.toThrow("not found in PATH");
  });

  it("with more in its arguments than the kernel takes is refused, not half started", async () => {
    await expect(processes.start(spec(["true", "x".repeat(3_000_000)]))).rejects.toThrow("E2BIG");
  });
});

describe("ending", () => {
  it("ends a process that hangs, with SIGTERM", async () => {
    const started = await processes.start(sh("trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.05; done"));
    await said(started, "up");
    await started.end(10_000);
    expect(await started.ended).toEqual({ exitCode: 0 });
    expect(started.output()).toContain("bye");
  });

  it("ends one that ignores SIGTERM, with all its children, when the grace is over", async () => {
    const one = sh("trap '' TERM; (trap '' TERM; while :; do sleep 0.05; done) & echo up; while :; do sleep 0.05; done");
    const started = await processes.start(one);
    await said(started, "up");
    await started.end(100);
    expect(await started.ended).toEqual({ signal: "SIGKILL" });
    expect(await remaining({ pid: started.pid, began: started.began, mark: one.mark })).toEqual([]);
  });

  it("finds grandchildren that outlived their parent, left the group, or made a session of their own", async () => {
    const one = sh("(sleep 300 &) ; setsid sleep 301 & setsid sh -c 'setsid sleep 302 & sleep 303' & echo up; exit 0");
    const started = await processes.start(one);
    await started.ended;
    await said(started, "up");
    expect((await remaining({ pid: started.pid, began: started.began, mark: one.mark })).length).toBeGreaterThanOrEqual(3);
    await started.end(2_000);
    expect(await remaining({ pid: started.pid, began: started.began, mark: one.mark })).toEqual([]);
  });

  it("ends a process that forks all the time", async () => {
    const one = sh("trap '' TERM; echo up; while :; do (sleep 0.2; sleep 0.2) & sleep 0.005; done");
    const started = await processes.start(one);
    await said(started, "up");
    await started.end(50);
    expect(await remaining({ pid: started.pid, began: started.began, mark: one.mark })).toEqual([]);
  });

  it("never touches a process that has the pid but another begin", async () => {
    const other = await processes.start(sh("exec sleep 300"));
    const impostor = { pid: other.pid, began: "00000000-1", mark: "TEST_MARK=nobody" };
    expect(await processes.adopt({ ...impostor, pipe: join(dir, "none"), outputBytes: 10 })).toBeUndefined();
    expect(await remaining(impostor)).toEqual([]);
    expect(await procEntry(other.pid)).toBeDefined();
    await other.end(1_000);
  });
});

describe("after a restart", () => {
  it("a process goes on writing while nobody listens, and is heard again", async () => {
    const one = sh("echo before; while [ ! -e go ]; do sleep 0.02; done; echo after; sleep 300");
    const first = await processes.start(one);
    await said(first, "before");
    first[Symbol.dispose]();
    await writeFile(join(dir, "go"), "");
    const again = await processes.adopt({ pid: first.pid, began: first.began, mark: one.mark, pipe: one.pipe, outputBytes: 100 });
    if (again === undefined) throw new Error("not found again");
    await said(again, "after");
    expect(again.pid).toBe(first.pid);
    await again.end(1_000);
    expect(await again.ended).toEqual({});
  });

  it("a process whose pid was never written down is found by its mark", async () => {
    const one = sh("exec sleep 300");
    const first = await processes.start(one);
    const again = await processes.adopt({ mark: one.mark, pipe: one.pipe, outputBytes: 100 });
    expect(again?.pid).toBe(first.pid);
    await again?.end(1_000);
    expect(await first.ended).toMatchObject({ signal: "SIGTERM" });
  });

  it("what a process left behind is found and ended, and the process counts as over", async () => {
    const one = sh("setsid sleep 300 & exit 0");
    const first = await processes.start(one);
    await first.ended;
    const again = await processes.adopt({ pid: first.pid, began: first.began, mark: one.mark, pipe: one.pipe, outputBytes: 100 });
    expect(await again?.ended).toEqual({});
    await again?.end(1_000);
    expect(await processes.adopt({ pid: first.pid, began: first.began, mark: one.mark, pipe: one.pipe, outputBytes: 100 })).toBeUndefined();
  });
});

describe("confinement", () => {
  it("limits memory, files, processor time and core dumps", async () => {
    const started = await processes.start(
      sh("ulimit -d; ulimit -n; ulimit -t; ulimit -c", { limits: { memoryBytes: 64 * 1024 * 1024, files: 77, cpuSeconds: 5 } }),
    );
    await started.ended;
    await started.end(1_000);
    expect(started.output().trim().split("\n")).toEqual(["65536", "77", "5", "0"]);
  });

  it("a process that takes more memory than it may, fails by itself", async () => {
    const started = await processes.start(
      spec(["head", "-c", "300m", "/dev/zero"], {
        limits: { memoryBytes: 1 },
        argv: ["sh", "-c", "x=$(head -c 50000000 /dev/zero | tr '\\0' a); echo survived"],
      }),
    );
    const end = await started.ended;
    await started.end(1_000);
    expect([end.exitCode, started.output().includes("survived")]).not.toEqual([0, true]);
  });

  const isRoot = process.getuid?.() === 0;

  verifies("SC-2-1", "runs as a user with fewer rights where the hub is root, and says that it needs root where it is not", async () => {
    if (!isRoot) {
      await expect(processes.start(spec(["id"], { runAs: "nobody" }))).rejects.toThrow("Only root may start a command as nobody");
      return;
    }
    await chmod(dir, 0o755);
    const secret = join(dir, "secret");
    await writeFile(secret, "for root", { mode: 0o600 });
    const started = await processes.start(sh(`id -u; id -G; cat ${secret} || true`, { runAs: "nobody", limits: { processes: 50 } }));
    await started.ended;
    await started.end(1_000);
    const { uid, gid } = await processes.user("nobody");
    expect(started.output()).toContain(`${uid}\n${gid}\n`);
    expect(started.output()).not.toContain("for root");
    expect(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" }).trim()).toBe(String(uid));
  });

  it("a user that does not exist is named", async () => {
    await expect(processes.start(spec(["id"], { runAs: "no-such-user" }))).rejects.toThrow("There is no user no-such-user on this machine");
  });

  it("a check tells whether a command may be run without running it", async () => {
    const script = join(dir, "agent.sh");
    await writeFile(script, "#!/bin/sh\ntouch ran\n", { mode: 0o755 });
    const asked = { argv: ["./agent.sh"] as const, cwd: dir, env: { PATH: "/usr/bin:/bin" } };
    expect(await processes.check(asked)).toEqual({ ok: true, says: `${script} can be run.` });
    await expect(readFile(join(dir, "ran"))).rejects.toThrow("ENOENT");
    expect((await processes.check({ ...asked, argv: ["nowhere"] })).ok).toBe(false);
    expect(await processes.check({ ...asked, runAs: "no-such-user" })).toMatchObject({ ok: false });
    if (!isRoot) return;
    await mkdir(join(dir, "closed"), { mode: 0o700 });
    await chown(join(dir, "closed"), 0, 0);
    expect(await processes.check({ ...asked, cwd: join(dir, "closed"), argv: ["true"], runAs: "nobody" })).toMatchObject({ ok: false });
  });
});
