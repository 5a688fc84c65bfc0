import { chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { randomInt } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CommandEnd, Sandbox, SandboxEngine, SandboxSpec } from "#domain/sandbox";
import { reportLack } from "#test/contracts/lacks";

interface Lacks {
  readonly lacks: string;
}

/** What an engine cannot be asked to show, and why. */
export interface SandboxCan {
  readonly memory: true | Lacks;
  readonly processes: true | Lacks;
  readonly sweeps: true | Lacks;
  /** Whether what a command leaves behind runs on after it. */
  readonly leftovers: true | Lacks;
  /** Whether it runs on after its first process was killed. */
  readonly startsAgain: true | Lacks;
}

const worker = { uid: 4711, gid: 4711 };
const megabyte = 1024 * 1024;
const never = new AbortController().signal;

interface Opened {
  readonly sandbox: Sandbox;
  readonly spec: SandboxSpec;
  readonly workspace: string;
  /** A command that nobody else runs and that ends much later. */
  readonly sleep: string;
  readonly run: (command: string, timeoutMs?: number, signal?: AbortSignal) => Promise<CommandEnd>;
}

/** Every engine passes this. */
export function sandboxContract(name: string, can: SandboxCan, engine: () => SandboxEngine, image: string): void {
  const expectInSandbox = async (use: (opened: Opened) => Promise<void>, over: Partial<SandboxSpec> = {}): Promise<void> => {
    const dir = await mkdtemp(join(tmpdir(), "parley-sandbox-"));
    const folders = { workspace: join(dir, "workspace"), tmpfs: join(dir, "tmpfs") };
    for (const folder of [...Object.values(folders), join(folders.tmpfs, "home")]) {
      await mkdir(folder, { mode: 0o700 });
      await chown(folder, worker.uid, worker.gid);
    }
    const task = `tsk_${dir.slice(-6).toLowerCase()}`;
    const limits = { memoryBytes: 128 * megabyte, cpus: 1, processes: 64, diskBytes: 40 * megabyte };
    const spec: SandboxSpec = { task, image, folders, user: worker, limits, network: true, packages: [], ...over };
    const sandbox = await engine().open(spec, () => {}, never);
    const run: Opened["run"] = (command, timeoutMs = 20_000, signal = never) =>
      sandbox.run({ command, directory: "/workspace", outputChars: 1_000 }, timeoutMs, signal);
    try {
      await use({ sandbox, spec, workspace: folders.workspace, sleep: `sleep 9${randomInt(1e6, 1e7)}`, run });
    } finally {
      await sandbox.remove();
      await rm(dir, { recursive: true, force: true });
    }
  };
  const test = (what: string, use: (opened: Opened) => Promise<void>, over?: Partial<SandboxSpec>): void => it(`${what}`, () => expectInSandbox(use, over));
  const testIf = (ability: true | Lacks, what: string, use: (opened: Opened) => Promise<void>): void =>
    ability === true ? test(what, use) : reportLack(what, ability.lacks);

  describe(`sandbox contract: ${name}`, () => {
    commands(test);
    trees(test, testIf, can);
    walls(test, testIf, can);

    test("removes everything, also twice, and runs nothing after that", async ({ sandbox, run }) => {
      await sandbox.remove();
      await sandbox.remove();
      await expect(run("echo still here")).rejects.toMatchObject({ name: "SandboxGone" });
    });

    testIf(can.sweeps, "sweeps what is left of tasks that are not alive, and nothing else", async ({ sandbox, spec, run }) => {
      expect(await engine().sweep((task) => task === spec.task)).not.toContain(sandbox.name);
      expect((await run("echo alive")).stdout).toBe("alive\n");
      expect(await engine().sweep(() => false)).toContain(sandbox.name);
      await expect(run("echo still here")).rejects.toMatchObject({ name: "SandboxGone" });
    });
  });
}

/** How many processes of this machine are that command, in whatever namespace. */
async function running(command: string): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return lines.filter((line) => line.replaceAll("\0", " ").trim() === command).length;
}

/** On the disk, of the files of that folder. */
async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map((name) => lstat(join(folder, name)).then(({ blocks }) => blocks * 512)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

type Test = (what: string, use: (opened: Opened) => Promise<void>, over?: Partial<SandboxSpec>) => void;
type TestIf = (ability: true | Lacks, what: string, use: (opened: Opened) => Promise<void>) => void;

function commands(test: Test): void {
  test("runs bash and returns exit code, stdout and stderr apart", async ({ run }) => {
    expect(await run("echo out; echo err >&2; exit 3")).toMatchObject({ exitCode: 3, stdout: "out\n", stderr: "err\n" });
    expect((await run("echo $BASH_VERSION; pwd; echo $HOME")).stdout).toMatch(/^\d.*\n\/workspace\n\/tmpfs\/home\n$/);
  });

  test("shares the two folders with the host, and the other way round", async ({ run, workspace, spec }) => {
    await writeFile(join(workspace, "in.txt"), "from the host", { mode: 0o644 });
    expect((await run("cat in.txt; echo made > /workspace/out.txt; echo t > /tmpfs/t.txt")).stdout).toBe("from the host");
    expect(await readFile(join(workspace, "out.txt"), "utf8")).toBe("made\n");
    expect(await readFile(join(spec.folders.tmpfs, "t.txt"), "utf8")).toBe("t\n");
  });

  test("keeps the beginning and the end of long output", async ({ run }) => {
    const { stdout, exitCode } = await run("echo BEGIN; seq 1 100000; echo END");
    expect([exitCode, stdout.length <= 1_000, stdout.startsWith("BEGIN"), stdout.endsWith("END\n")]).toEqual([0, true, true, true]);
  });

  test("gives a command its own environment, which is in no list of arguments", async ({ sandbox }) => {
    const command = { command: "echo $TOKEN; cat /proc/$$/cmdline | tr '\\0' ' '", directory: "/workspace", outputChars: 1_000, env: { TOKEN: "s3cret" } };
    const { stdout } = await sandbox.run(command, 10_000, never);
    expect(stdout.split("s3cret")).toHaveLength(2);
  });

  test("does not wait for what a command leaves running", async ({ run }) => {
    const { stdout, exitCode } = await run("sleep 300 & echo started");
    expect([stdout, exitCode]).toEqual(["started\n", 0]);
  });
}

function trees(test: Test, testIf: TestIf, can: SandboxCan): void {
  test("kills a command that takes too long with everything it started, however it hides", async ({ run, sleep }) => {
    const end = await run(`echo before; ${sleep} & setsid ${sleep} & env -i setsid ${sleep} & (setsid sh -c '${sleep}; true' &) ; ${sleep}`, 1_500);
    expect(end).toMatchObject({ cut: "timeout", stdout: "before\n" });
    expect(end.exitCode).toBeUndefined();
    expect(await running(sleep)).toBe(0);
  });

  test("kills a command when it is told to stop, and says so", async ({ run, sleep }) => {
    const stop = new AbortController();
    const stopped = run(`setsid ${sleep} & ${sleep}`, 60_000, stop.signal);
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort(new Error("stopped by somebody"));
    await expect(stopped).rejects.toThrow("stopped by somebody");
    expect(await running(sleep)).toBe(0);
  });

  test("runs commands in the background, lists them with their output, and stops them with all they started", async ({ sandbox, run, sleep }) => {
    const command = { command: `echo serving; setsid ${sleep} & ${sleep}`, directory: "/workspace", outputChars: 1_000 };
    const id = await sandbox.start(command);
    const brief = await sandbox.start({ ...command, command: "exit 4" });
    // Another command's timeout spares it.
    expect(await run("sleep 290", 1_000)).toMatchObject({ cut: "timeout" });
    expect(sandbox.background()).toMatchObject([
      { id, isRunning: true, output: "serving\n" },
      { id: brief, isRunning: false, exitCode: 4 },
    ]);
    expect(await running(sleep)).toBe(2);
    expect([await sandbox.stop(id), await sandbox.stop(id), await sandbox.stop("bg99")]).toEqual([true, false, false]);
    expect(await running(sleep)).toBe(0);
    expect(sandbox.background()[0]).toMatchObject({ id, isRunning: false });
  });

  testIf(can.processes, "survives a fork bomb, and works after it", async ({ run }) => {
    const end = await run("bomb() { bomb | bomb & }; bomb; sleep 280", 2_000);
    expect(end.cut ?? end.exitCode).not.toBe(0);
    expect((await run("echo works")).stdout).toBe("works\n");
  });

  testIf(can.startsAgain, "works again after its first process was killed", async ({ run }) => {
    await run("kill -9 -1", 5_000);
    expect((await run("echo works")).stdout).toBe("works\n");
  });
}

function walls(test: Test, testIf: TestIf, can: SandboxCan): void {
  test("runs as nobody special: no root, no capabilities, no way to get any", async ({ run }) => {
    const { stdout } = await run("id -u; grep -E '^(CapEff|CapBnd|CapPrm|CapInh|CapAmb|NoNewPrivs)' /proc/self/status");
    expect(stdout.split("\n")[0]).toBe(String(worker.uid));
    expect(stdout.match(/Cap(Eff|Prm|Inh|Amb):\t0+\n/g)).toHaveLength(4);
    expect(stdout).toMatch(/CapBnd:\t0+\n/);
    expect(stdout).toMatch(/NoNewPrivs:\t1/);
  });

  test("shows nothing of the host: not through links, mounts or the engine's socket", async ({ run, workspace }) => {
    const secret = await mkdtemp(join(tmpdir(), "parley-host-secret-"));
    await writeFile(join(secret, "key"), "host secret");
    await symlink(secret, join(workspace, "out"));
    await symlink("/etc/shadow", join(workspace, "shadow"));
    const tries = [
      "cat out/key",
      "cat shadow",
      `cat ${secret}/key`,
      "cat ../../..$(pwd)/../root/.ssh/*",
      "ls /var/run/docker.sock /run/docker.sock",
      "mount -t proc p /mnt",
    ];
    for (const command of tries) expect((await run(command)).exitCode).not.toBe(0);
    expect((await run(`${tries.join("; ")}; find /run /var /tmp /etc /root /workspace /tmpfs -name '*docker.sock' 2>/dev/null`)).stdout).toBe("");
    await rm(secret, { recursive: true });
  });

  test("lets nobody write outside the two folders and the scratch space", async ({ run }) => {
    const { stdout } = await run("for d in / /etc /bin /usr /root /proc/sys/kernel/hostname /sys/x; do echo x > $d/x 2>/dev/null && echo $d; done; echo over");
    expect(stdout).toBe("over\n");
  });

  test("cuts a command that fills the disk, and works after it was cleaned", async ({ run, workspace }) => {
    const end = await run("i=0; while :; do dd if=/dev/zero of=f$i bs=1048576 count=8 2>/dev/null; i=$((i+1)); sleep 0.05; done", 40_000);
    expect(end.cut).toBe("disk");
    expect((await run("rm -f f*; echo clean")).stdout).toBe("clean\n");
    await expect(lstat(join(workspace, "f0"))).rejects.toThrow("ENOENT");
  });

  // It would go on to eight times the limit.
  const fill = "for i in $(seq 40); do dd if=/dev/zero of=f$i bs=1048576 count=8 2>/dev/null; sleep 0.05; done";

  test("kills a background command that fills the disk, says why, and works after it was cleaned", async ({ sandbox, spec, run, sleep }) => {
    const command = { command: `setsid ${sleep} & ${fill}; ${sleep}`, directory: "/workspace", outputChars: 1_000 };
    const id = await sandbox.start(command);
    await expect.poll(() => sandbox.background()[0], { timeout: 30_000 }).toMatchObject({ id, isRunning: false, cut: "disk" });
    expect(sandbox.background()[0]?.exitCode).toBeUndefined();
    await expect.poll(() => running(sleep), { timeout: 10_000 }).toBe(0);
    expect(await bytesIn(spec.folders.workspace)).toBeLessThan(4 * spec.limits.diskBytes);
    expect([sandbox.takeDiskFull(), sandbox.takeDiskFull()]).toEqual([true, false]);
    expect((await run("rm -f f*; echo clean")).stdout).toBe("clean\n");
    expect(await run("echo works")).toMatchObject({ exitCode: 0, stdout: "works\n" });
  });

  testIf(can.leftovers, "kills what a command left behind when that fills the disk", async ({ sandbox, spec, run, sleep }) => {
    const left = `sh -c ${fill}; ${sleep}`;
    await run(`setsid sh -c '${fill}; ${sleep}' >/dev/null 2>&1 & echo left`);
    await expect.poll(() => running(left), { timeout: 10_000 }).toBeGreaterThan(0);
    await expect.poll(() => sandbox.takeDiskFull(), { timeout: 30_000 }).toBe(true);
    await expect.poll(() => running(left), { timeout: 10_000 }).toBe(0);
    expect(await bytesIn(spec.folders.workspace)).toBeLessThan(4 * spec.limits.diskBytes);
    expect((await run("rm -f f*; echo clean")).stdout).toBe("clean\n");
  });

  test("is closed with everything in it, and its files stay", async ({ sandbox, run, workspace, sleep }) => {
    await run("echo kept > kept.txt");
    await sandbox.start({ command: `setsid ${sleep} & ${sleep}`, directory: "/workspace", outputChars: 1_000 });
    await expect.poll(() => running(sleep), { timeout: 10_000 }).toBe(2);
    await sandbox.close();
    await expect.poll(() => running(sleep), { timeout: 10_000 }).toBe(0);
    expect(await readFile(join(workspace, "kept.txt"), "utf8")).toBe("kept\n");
  });

  testIf(can.memory, "ends a command that takes too much memory, and works after it", async ({ run }) => {
    const end = await run("x=x; while :; do x=$x$x; done", 30_000);
    expect(end.exitCode).not.toBe(0);
    expect((await run("echo works")).stdout).toBe("works\n");
  });

  test(
    "has no network when that is closed",
    async ({ run }) => expect((await run("ls /sys/class/net 2>/dev/null || cut -d: -f1 /proc/net/dev | tail -n +3")).stdout.trim()).toBe("lo"),
    {
      network: false,
    },
  );
}
